package office

// Language is one of the languages that the office prints in.
type Language int

// Languages.
const (
	English Language = iota
	Japanese
	Chinese
	numLanguages
)

// ParseLanguage reads en, ja or zh.
func ParseLanguage(s string) (Language, bool) {
	for i, code := range [...]string{"en", "ja", "zh"} {
		if s == code {
			return Language(i), true
		}
	}
	return 0, false
}

// phrase names one of the phrases of the table.
type phrase int

// Phrases.
const (
	txtList phrase = iota
	txtGrades
	txtPromotions
	txtLedger
	txtPlace
	txtID
	txtName
	txtRating
	txtChange
	txtGames
	txtGrade
	txtPoints
	txtAdditional
	txtTitle
	txtEarned
	txtValid
	txtBrackets
	txtFromTo
	txtNobody
	txtCertificate
	txtCertifies
	txtDate
	txtWhite
	txtBlack
	txtResult
	txtEvent
	txtEnd
	txtDistribution
	txtPlayers
	txtPrintHint
	txtFrom
	txtTo
	txtMode
	txtPawn
	txtPostal
	txtEmail
	txtWeb
	txtTied
	txtPrizeLine
	txtMembersLine
	txtBookLine
	txtLossesLine
	txtKind
	txtPaidUntil
	txtOwes
	txtFull
	txtFamily
	txtJunior
	txtSpecial
	txtOperating
	txtAssociate
	txtTrial
	numTexts
)

// texts is the one table of what the office prints; a test fails on a phrase that is missing in a language.
var texts = [numTexts][numLanguages]string{
	txtList:         {"Rating list", "レイティングリスト", "等级分表"},
	txtGrades:       {"Grades", "段級位", "段级位"},
	txtPromotions:   {"Promotions", "昇段・昇級", "升段升级"},
	txtLedger:       {"Games", "対局", "对局"},
	txtPlace:        {"No", "順位", "名次"},
	txtID:           {"ID", "会員番号", "会员号"},
	txtName:         {"Name", "氏名", "姓名"},
	txtRating:       {"Rating", "レイティング", "等级分"},
	txtChange:       {"Change", "増減", "变化"},
	txtGames:        {"Games", "局数", "局数"},
	txtGrade:        {"Grade", "段級位", "段级位"},
	txtPoints:       {"Points", "点", "分"},
	txtAdditional:   {"Additional", "付加", "附加"},
	txtTitle:        {"Title", "称号", "称号"},
	txtEarned:       {"Earned", "獲得", "获得"},
	txtValid:        {"valid %s to %s", "有効期間 %s ～ %s", "有效期 %s 至 %s"},
	txtBrackets:     {"( ): provisional, fewer than 20 rated games", "( ) は仮レイティング（20局未満）", "( ) 为临时分（不足20局）"},
	txtFromTo:       {"%s: from %s to %s (%s points)", "%s：%s から %s へ（%s点）", "%s：由 %s 升为 %s（%s 分）"},
	txtNobody:       {"no promotions in this quarter", "今期の昇段・昇級はありません", "本期无人升段升级"},
	txtCertificate:  {"Certificate", "認定証", "证书"},
	txtCertifies:    {"This certifies that the holder has reached the grade above with %s points.", "頭書の段級位を認定します（%s点）。", "兹证明持证人已达到上述段级位（%s 分）。"},
	txtDate:         {"Date", "日付", "日期"},
	txtWhite:        {"White", "白", "白方"},
	txtBlack:        {"Black", "黒", "黑方"},
	txtResult:       {"Result", "結果", "结果"},
	txtEvent:        {"Event", "大会", "赛事"},
	txtEnd:          {"End", "終了", "结束"},
	txtDistribution: {"Players by rating", "レイティング分布", "等级分分布"},
	txtPlayers:      {"players", "人", "人"},
	txtPrintHint:    {"Print this page: one certificate a sheet.", "このページを印刷してください（一枚に一通）。", "请打印本页：每张一份证书。"},
	txtFrom:         {"from", "旧", "原"},
	txtTo:           {"to", "新", "升为"},
	txtMode:         {"Mode", "種別", "方式"},
	txtPawn:         {"Pawn", "ポーン", "兵"},
	txtPostal:       {"postal", "郵便", "邮寄"},
	txtEmail:        {"email", "Eメール", "电子邮件"},
	txtWeb:          {"web", "ウェブ", "网络"},
	txtTied:         {"tied, %s winners", "同点、%s名", "并列，%s 人"},
	txtPrizeLine:    {"Most games: %s games started from %s-04-01 to %s-03-31; %s pawn a winner", "年間最多対局賞：%s局（対局開始 %s-04-01 ～ %s-03-31）、賞 %sポーン", "年度最多对局奖：%s 局（开始日 %s-04-01 至 %s-03-31），奖 %s 兵"},
	txtMembersLine:  {"%s: %s members, %s owe the fee, %s yen together", "%s：会員 %s名、会費未納 %s名、計 %s円", "%s：会员 %s 人，欠费 %s 人，共 %s 日元"},
	txtBookLine:     {"payments: %s, %s yen; pawn: %s moves, %s held by members", "納入 %s件、%s円；ポーン移動 %s件、残高計 %s", "缴费 %s 笔，%s 日元；兵变动 %s 笔，余额共 %s"},
	txtLossesLine:   {"games lost for unpaid fees: %s", "会費未納による負け：%s局", "因欠费判负：%s 局"},
	txtKind:         {"Kind", "区分", "类别"},
	txtPaidUntil:    {"Paid until", "納入済", "缴费至"},
	txtOwes:         {"Owes (yen)", "未納（円）", "欠费（日元）"},
	txtFull:         {"full", "本会員", "正式会员"},
	txtFamily:       {"family", "家族会員", "家属会员"},
	txtJunior:       {"junior", "ジュニア会員", "青少年会员"},
	txtSpecial:      {"special", "特例会員", "特例会员"},
	txtOperating:    {"operating", "運営会員", "运营会员"},
	txtAssociate:    {"associate", "準会員", "准会员"},
	txtTrial:        {"trial", "トライアル会員", "试用会员"},
}

// of gives a phrase in a language.
func (l Language) of(t phrase) string { return texts[t][l] }

// gradeName is a grade in a language.
func (l Language) gradeName(g int) string {
	row := &gradeRows[g]
	return [...]string{row.En, row.Ja, row.Zh}[l]
}
