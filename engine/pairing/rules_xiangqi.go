package pairing

// xiangqiRules are the steps of the two xiangqi systems. The numbers of a pair are how many possible partners were
// passed over: {0} whom he may not meet, {1} with whom the best arrangement of the segment would be lost.
var xiangqiRules = []Rule{
	{Code: "xiangqi.segment", Source: "定位编排 4, 积分编排 4"},
	{Code: "xiangqi.round1", Source: "定位编排, round 1"},
	{Code: "xiangqi.front", Source: "定位编排, forms of pairing 1"},
	{Code: "xiangqi.next", Source: "定位编排, forms of pairing 2, 4"},
	{Code: "xiangqi.row", Source: "定位编排, forms of pairing 3, 4"},
	{Code: "xiangqi.down", Source: "定位编排, forms of pairing 5; 积分编排 4"},
	{Code: "xiangqi.bye", Source: "定位编排 5"},
	{Code: "xiangqi.bye.last", Source: "定位编排, round 1"},
	{Code: "xiangqi.first.round1", Source: "定位编排, round 1"},
	{Code: "xiangqi.first.9", Source: "定位编排, first moves (9); 积分编排 7"},
	{Code: "xiangqi.first.1", Source: "定位编排, first moves (1)"},
	{Code: "xiangqi.first.2-7", Source: "定位编排, first moves (2)-(7)"},
	{Code: "xiangqi.first.history", Source: "option equal=history"},
	{Code: "xiangqi.first.8", Source: "定位编排, first moves (8)"},
	{Code: "xiangqi.draw.round1", Source: "积分编排 3"},
	{Code: "xiangqi.draw.pair", Source: "积分编排 8"},
	{Code: "xiangqi.draw.three", Source: "积分编排 6"},
	{Code: "xiangqi.draw.lot", Source: "积分编排 3, 5", Lot: true},
}
