package period

import "context"

// Link is a rated period that another one can follow: in the batch of a job, where each stage names the one
// before.
type Link struct {
	Result *RateResult
	next   *chainState
}

// RateAfter rates a period that follows another: its list, its history, the ratings in force and the book
// come from there, and opt's List, History, Lists and Book are not looked at. With prev nil it is Rate.
func RateAfter(ctx context.Context, prev *Link, opt RateOptions) (*Link, error) {
	opt.after = nil
	if prev != nil {
		opt.List, opt.History, opt.Lists, opt.Book = "", "", "", ""
		opt.after = prev.next
	}
	r, err := rate(ctx, opt)
	if err != nil {
		return nil, err
	}
	return &Link{r.res, r.next()}, nil
}
