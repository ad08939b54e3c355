package source

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A model says how likely a word of a tournament file is in one language: the logarithm of its
// probability, summed over characters, so that readings of the same bytes can be compared. The figures
// are rough on purpose: what matters is that a wrong reading costs several nats a character.
//
// A word is what stands between blanks, digits' signs and separators; see words in decide.go.
type model struct {
	name string
	word func(w []rune) float64
}

var (
	jp       = &model{"Japanese", japaneseWord}
	sc       = &model{"Chinese (simplified)", func(w []rune) float64 { return chineseWord(w, false) }}
	tc       = &model{"Chinese (traditional)", func(w []rune) float64 { return chineseWord(w, true) }}
	western  = &model{"Western European", func(w []rune) float64 { return latinWord(w, westernCost) }}
	central  = &model{"Central European", func(w []rune) float64 { return latinWord(w, centralCost) }}
	cyrillic = &model{"Cyrillic", cyrillicWord}
	hangul   = &model{"Korean", hangulWord}
)

// Costs, natural logarithms. A class of n characters that makes up the share s of all is worth log(s/n).
const (
	costASCII   = -3.0
	costFirst   = -6.1  // some 400 characters of names and headers
	costSecond  = -8.0  // some 800 more
	costLevel1  = -10.8 // the rest of the standard's first level
	costLevel2  = -13.5
	costBeyond  = -16.0 // in the encoding, in no standard level
	costSymbol  = -11.0
	costPrivate = -22.0 // private use, controls, U+FFFD: nobody writes these
	costMixed   = -3.0  // a letter of another script beside it
)

// Characters of Japanese personal names, places and tournament tables, roughly by frequency.
const (
	jpFirst = "田中山本佐藤鈴木高橋伊渡辺村小林加吉井上松口野斎斉清水原石川前島後長谷近坂遠青福西岡三浦岩崎太金内古今平大杉丸菅千葉久保工片桐桜栗宮樋河江関森池阿部横酒新竹秋白荒土屋安東南北星武永服飯塚馬場熊沢澤尾堀黒赤成広瀬矢細柴" +
		"一二郎子美恵直正和明智隆健誠雄夫男也介輔樹翔輝優裕祐真由香奈菜里花華愛絵理沙紗莉陽悠結葵蓮颯湊拓哲浩弘宏博修治司史志幸孝敏俊英秀春夏冬京光晃亮涼彩綾文章義信之行彦康洋勇豊進茂実稔勝克良聡徹淳純潤剛仁礼圭恭敬貴崇達竜龍慎伸晋昌昭哉斗希音咲桃楓" +
		"敗分引果対局者名氏姓日付年月級段位順番号回戦会点数手先選棋士所属都道府県阪神備考開始終了令持時間組男女生"
	jpSecond = "濱浜辻奥堤原沼柳梅菊松榎槙椎楠柏桂橘栄葛笠笹萩荻蒲菱藪薮芦茅芹草苅鶴亀鷲鴨鳥鹿猪牛犬虎熊狩猟庄司寺社堂宇津倉蔵戸門窓床庭園畑畠牧州洲岸浪波潮汐湯泉滝沖淵湖沢深浅泊渕曽曾根越道路通辺境端角隅向市町里郷国県府都城館殿宿駅橋谷峯峰嶺岳丘岬嶋嶌砂磯貝塩飴茶米稲麦豆粟黍竹笛琴弓矢剣刀鎌鍬鈴鐘鏡玉珠宝銀銅鉄錦織糸絹布衣袖裏表右左東西南北上下内外前後高低長短大小多少新旧古今早遅朝昼夕夜星月日陽光影雲雨雪霜露霧風雷虹空天地海陸山川" +
		"四五六七八九十百万億太次吾悟伍朗平助祐佑右丞吉兵衛門作造蔵三紀伎季規基記樹貴喜輝毅騎己枝江恵絵衣依衛栄映瑛詠央旺桜凰歌佳華夏加可香薫岳学寛完歓観貫環巌岩丸願" +
		"奎佳蛍渓恵慧景桂啓契圭敬兼賢顕研謙憲健建謙源厳元玄弦言功巧幸広弘光紘航恒洸昊浩皓耕晃公孔宏康高剛豪克国彩才冴瑳沙砂咲朔桜策皐三参蒼爽奏宗壮草颯想聡総操双走太大泰耐汰" +
		"千地知智稚茅昌翔章彰晶昇尚祥将匠梢笑唱松丈譲城条真慎進新晋信心臣仁尋人須図水瑞翠随穂穗聖誠静成晴清星政正生世征整斉盛青声節雪仙泉善然全禅" +
		"哲徹鉄天展典伝斗登冬東桃藤透統桐到董堂瞳道徳篤敦奈那南菜七凪名直尚夏乃之野能典憲法紀則徳望延伸信暢宜昇紀典範葉羽波芭馬梅花華英陽遥晴春治悠遼榛隼" +
		"比妃飛緋日陽姫弥美尾雅帆歩穂保甫風福芙楓富文史房総冬布婦穗舞真麻摩茉万磨槙巻牧正雅匡将昌政誠柾松待円丸真道通路満実美未海三巳魅光密峰宗睦六夢結宗" +
		"芽萌恵女明愛望萠百桃文紋也哉弥矢耶夜安康靖保泰寧穏優由夕悠雄勇友佑祐裕有侑湧結唯遊雪幸行之陽洋葉蓉要曜頼来雷礼里莉理梨璃李利律立流留竜龍瑠琉隆良涼諒亮遼凌令玲怜伶麗嶺連蓮恋路朗露郎呂和若湧渡" +
		"評価制度表紙通信郵便電子文字字句読点注記欄件数値率計合総平均最高最低勝負引無効有効不戦棄権中断打掛指手番組卓机席盤面駒将棋囲碁象麻雀世界日本全国国際地方地区支部連盟協会倶楽部同好大学高校学校中学小学高等一般予選本選決勝準決勝優勝準優勝敢闘賞金銀銅賞状参加申込費用料金円会員登録更新変更追加削除期間期限開催主催共催後援協賛場所住所電話番号氏名姓名性別年齢生年月日職業備考摘要成績順位得点段級認定公式非公式記録棋譜審判責任担当係員委員長会長理事監事"
)

// Characters of Chinese names, places and tables in simplified form; scTrad adds the traditional forms.
const (
	scFirst = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文" +
		"伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国志海云春梅荣新辉立东飞鹏宇浩然子轩梓涵欣怡雨佳俊博思晨天一诺晓婷雪琳慧莹颖琪瑶倩丹蕾薇晶鑫旭阳波斌峰凯亮健宁安福贵生成永庆忠义德信仁礼智良贤善祥瑞泽润嘉豪" +
		"黑红方棋手选姓名编号结果比分日期轮次赛事开始束时间等级积段位性别单位地区省市备注序组男女胜负和先后北京上南小大中学"
	scSecond = "柏窦章葛奚鲍韦昌苗凤花柳酆殷毕邬滕穆尤元卜皮卞齐伍卢湛祁狄米贝明臧计伏谈庞纪舒屈项祝梁阮蓝闵席季麻强路娄危童颜梅盛刁骆樊凌霍虞支柯管莫经房裘缪干解应宗宣贲单杭洪包诸左吉钮嵇邢滑裴荣翁荀羊惠甄曲家封储靳松井富巫乌焦巴弓牧隗山谷车宓蓬全郗班仰仲伊宫宁仇栾暴甘厉戎祖符景詹束龙幸司韶郜溪蓟薄印宿怀蒲邰从索咸籍卓蔺屠蒙池乔阴郁胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍桑濮牛寿通边扈燕冀郏浦尚农温庄晏柴瞿充慕连茹习艾鱼容向古慎戈欧阳司马上官诸葛夏侯东方皇甫" +
		"宇轩梓昊睿翔铭晟煜烨然宸皓轩哲瀚辰鸿逸尘墨霖炎彬诚朗毅恒宏达远航帆舟岩松柏杨树森林木水火土金银铜铁锋刃剑锐钧钢铮铎锦绣丝绢纯洁清净雅韵诗词歌赋琴棋书画笔墨砚纸香花草芝兰竹菊莲荷蓉芬芸茜莎萍菲苹苗茵荔蓓蕊芷若彤彦彩虹云霓霜露雾风雷电光辉耀灿烂星月日晖昕昱映晴朗晗景昭旺晔暄曦" +
		"佩佑佐仪伦伯仁仲任仪侠俐俏保信修倩健偲傲元兆先克免兵典冠冬冰凌凡凝凤刚创利力劲勤包千卉卓南博卫占厚原双发可台吉君启员周和咏品哲唯喜嘉四团国圆坚坤城培堂境士壮声复多夫好如妍妙妮姗姝娇娅娣婉婧婵媚媛嫣嫦孜孝存学宁守安完宗定宜宝实宽宾容密富寒寰寿封小少尧尚尤展山岚岳峻崇嵘川州巧帅师席广庭康延弘弟弦弥归彪律徐得微心忆志忠念怀恋恩悦情惠惜意慈懿成戎才扬承振捷掌推敏敬文斐斯新方施昂昌明昶春是显晋智暖曼曾最有朋望朝本权杏来松极果枝柔柯柳栋标核根格桃桐梁梦棠楚楠榆榕槐樱欢欣正步武殊毓民永求江沁沙沛河治泉泓法泰洁洋洛津洲流浦海涓润淇淑深淳渊渝渺湘源满滢滨漫潇澄澜激灵炜炳烈焕煦照熙燕爱爽牧特独献玉玖玟玫玲珂珉珊珍珏珠班现球理琅琛琦琬琰琴琼瑛瑜瑾璇璐璟瓒瓛甜用田甲申男畅略登百皎盈益盛目真睦石砚硕磊示祖祝神祯福离秋科秉秦程稚稳穆立竞章童端笑筠策简精素索紫红纪纯纳纲纹绍经绮维绿缘群羽翎翠翰耀老联聪肃育胜胤能腾自致舒良色艺艾节芊芝芮芯苇英茂茗荃荆荣莉莎菁萌营萱落葆蓝蔓蔚薪藏虎虹融行衡表裕西言誉让训议记诗语诚谊谦谷豫贝贞财贤贵资赞越超跃路车轶载辉辛达迅运进连远迪逢通逸道遥邦郁采里重野量金鉴锋锡长门闯闲阔阳陶隆雁雄集雷霄霆靖静非韬音页顺须颂颐风馨骁骏高魁鲁鸣鹂鹃鹤鹰麒麟黛鼎齐" +
		"象围国际中华全锦标冠亚季军团体个人公开邀请青少年儿童大师特级一二三四五六七八九十零百第届场局步盘台桌号裁判长秘书处协会俱乐部代表队员教练领队参加报名费用奖励名额办法规程总决预复抽签编排配对计算小分对手累进直胜局数犯规弃权轮空迟到登记更新有效无效说明合计平均最后当前出生年月身份证电话邮箱地址城县乡镇村街道路湖广东西南北河江苏浙福建安徽山四川重庆云贵陕甘宁青海新疆内蒙古黑龙江吉林辽天津香港澳门台湾"
	tcFirst = "張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許蘇盧蔣賈葉閻鍾譚鄒陸顧龍萬錢湯喬賀賴龔呂姜范莊簡詹游溫洪翁連柯" +
		"偉麗強軍艷傑濤蘭紅國雲榮輝東飛鵬軒曉瑩穎瓊瑤陽凱寧貴慶義禮賢潤澤雅淑芬惠玲美君冠廷宗翰承恩品妍詩涵家佩珊怡志俊宏彥廷宥睿筱鈺婕語彤柏諺育瑋銘" +
		"選編號結賽輪時間級積備註組別對局勝負戰員會開點數"
	tcSecond = "彭邱涂侯曾廖徐周胡朱高林何郭梁宋唐于董程曹袁傅沈丁魏薛余潘杜戴夏汪田任方石姚熊金郝孔白崔康毛秦江史邵孟段尹黎易常武文施巫古紀甘尤卓藍童駱歐阮鐘龐饒單諸葛閔齊練鄔聶關嚴樓" +
		"靜娟敏芳秀霞剛桂英華玉建海林春梅新立宇浩然子梓欣雨佳博思晨天一諾婷雪琳慧琪倩丹蕾薇晶鑫旭波斌峰亮健安福生成永忠德信仁智良善祥瑞嘉豪鳳鴻鶴麟騰躍聖賓寶實樂業錦鎮鋒銳鈞鋼錫鑫鈴銓鍵鎧鐵長門閎陞際隆雙雯霖靈韻順頤頌類顯風馨駿騏驊體麒黛齡儀億優儒價倫偲傳劍勳勵動務區協卻參叡員問啟喬嚮團圓堅塵壽夢奮學孫寬審將專尋導層屬崑嶽師帶幫幹幾廣廳彌彙後復徵應懷憶懿戶擁據擇擊攝攻敘敵斷於時晉曄曆書會朧東條棟業極構標樞樹橋機檔欽歡歲歷殘殷氣決沖泓津淵測渾湧溪滄滿漢潔濱瀅瀚灣為烏無煥營爐爾獎獨獻現瑪璽璿當畢異疊發監盡盤矚確礎祿禎種稱穌積穩競筆節範築簽籌約紀紋純紘紛紜素終組細統絲經維綱網綸綺緯緒緣編練縣總績繼續纖羣義習聲聯聰職聽肅脈膽臺與興舉舊艦艷芸莉華菁萬葉蓋蓮蔚蔭薰藝藥蘋蘊處號術衛裁裝複規視親覺觀訂計訊託記許設訪詠評詞試詩話該詳誌認誠誼調談請論諭諮諾謀謙講證識譯議護讀變讓豐貞負財責貫貴費資質賴贈贊轉輔輕輩輯農運過達違遙遠適遷選遺還鄉配醫釋里重野量鄰針錄錢鎖鏡鐘鑑開閒間關闊陣陰階隊險隨隱雄離難電靖韋頂項預領頻願顧飄飽養館駐騎騫驗驚鬥魯鮮鳴鴦鵑鷹麗麥黨齊" +
		"象棋圍際中華全國錦標冠亞季軍團個人公開邀請青少年兒童大師特二三四五六七八九十零百第屆場局步盤台桌裁判長秘書處協俱樂部代表隊員教練領參加報名費用獎勵額辦法規程總決預複抽籤編排配計算小分手累進直數犯棄權空遲到登更新有效無效說明合平均最後當前出生年月身份證電話郵箱地址城縣鄉鎮村街道路湖南北河浙江蘇福建安徽山西四川重慶雲陝甘寧青海疆內蒙古黑龍吉遼天津香港澳門灣上期日姓名結果男女先後白方黑紅胡高雄北桃園竹苗栗彰化投嘉義屏花蓮宜蘭基隆"
)

// Words that stand in headers and cells of tournament tables; a word that is exactly one of these speaks
// for its language as a whole.
const (
	jpWords = "白 黒 白番 黒番 白番号 黒番号 先手 後手 対局者 対局 結果 勝敗 勝者 敗者 氏名 名前 姓名 会員番号 番号 選手 選手名 日付 対局日 開始 開始日 終了 終了日 大会 大会名 棋戦 回戦 回 段位 段 級 級位 順位 得点 勝 負 引分 引き分け 引分け 不戦勝 不戦敗 備考 所属 都道府県 レーティング 白レーティング 黒レーティング 対局数 状態 仮 確定 種別 方式 年 月 日 平成 令和 昭和 理由 会員 ラウンド 郵便 メール 氏 組 クラス"
	scWords = "白 黑 红 白方 黑方 红方 先手 后手 棋手 选手 姓名 名字 编号 序号 结果 比分 胜者 日期 时间 开始 开始日期 结束 结束日期 赛事 比赛 轮次 轮 等级分 积分 段位 级别 性别 单位 备注 名次 对局 局数 状态 地区 胜 负 和 台次 桌号 白方等级分 黑方等级分 白方编号 黑方编号"
	tcWords = "白 黑 紅 白方 黑方 紅方 先手 後手 棋手 選手 姓名 名字 編號 序號 結果 比分 勝者 日期 時間 開始 開始日期 結束 結束日期 賽事 比賽 輪次 輪 等級分 積分 段位 級別 性別 單位 備註 名次 對局 局數 狀態 地區 勝 負 和 台次 桌號 白方等級分 黑方等級分 白方編號 黑方編號 選手編號 參賽者"
)

// Frequent family names of two characters in Japan; those of one character in China are in scFirst.
const jpSurnames = "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 清水 山崎 阿部 池田 橋本 山下 石川 中島 前田 藤田 後藤 小川 岡田 村上 長谷川 近藤 石井 斉藤 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 松田 岡本 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 柴田 酒井 原 工藤 横山 宮崎 宮本 内田 高木 安藤 谷口 大野 丸山 今井 河野 藤本 村田 武田 上野 杉山 増田 平野 菅原 久保 大塚 千葉 松井 岩崎 桜井 木下 野口 松尾 菊地 野村 新井 渡部 佐野 杉本 大西 古川 浜田 市川 小松 高野 水野 山内 島田 西田 菊池 西川 五十嵐 北村 安田 中田 川口 平田 東 川崎 飯田 吉川 本田 久保田 沢田 辻 関 吉村 中西 岩田 服部 樋口 福島 川上 永井 松岡 田口 山中 森本 土屋 矢野 秋山 石原 松下 大橋 松浦 吉岡 小池 馬場 浅野 荒木 大久保 野田 小沢 田辺 川村 星野 黒田 堀 尾崎 望月 永田 熊谷 内藤 松村 西山 大谷 平井 大島 岩本 片山 本間 早川 横田 岡崎 荒井 大石 鎌田 成田 宮田 小田 石橋 篠原 須藤 高田 榎本 栗原 伊東 松原 三宅 福井 大森 奥村 岡 内山"

// levels holds, for one standard, how common each character is.
type levels struct {
	cost  [1 << 16]float32 // 0: not in the standard
	words map[string]bool
	two   map[string]bool // family names
}

// lookup gives a character's cost, def outside the standard.
func (l *levels) lookup(r rune) float64 {
	if r >= 1<<16 {
		return costBeyond - 2
	}
	if c := l.cost[r]; c != 0 {
		return float64(c)
	}
	return costBeyond
}

func (l *levels) set(chars string, cost float32) {
	for _, r := range chars {
		if r < 1<<16 {
			l.cost[r] = cost
		}
	}
}

// rows marks the characters of rows of a double-byte set by decoding all of them at once.
func (l *levels) rows(enc encoding.Encoding, lead0, lead1 int, trails [][2]int, cost float32) {
	var b []byte
	for lead := lead0; lead <= lead1; lead++ {
		for _, t := range trails {
			for trail := t[0]; trail <= t[1]; trail++ {
				b = append(b, byte(lead), byte(trail))
			}
		}
	}
	out, _ := enc.NewDecoder().Bytes(b)
	for _, r := range string(out) {
		if r != unicode.ReplacementChar && r < 1<<16 && unicode.Is(unicode.Han, r) {
			l.cost[r] = cost
		}
	}
}

func wordSet(lists ...string) map[string]bool {
	m := map[string]bool{}
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			m[w] = true
		}
	}
	return m
}

var gr94 = [][2]int{{0xA1, 0xFE}}

var jpLevels = sync.OnceValue(func() *levels {
	l := &levels{words: wordSet(jpWords), two: wordSet(jpSurnames)}
	l.rows(japanese.EUCJP, 0xD0, 0xF4, gr94, costLevel2)
	l.rows(japanese.EUCJP, 0xB0, 0xCF, gr94, costLevel1)
	l.set(jpSecond, costSecond)
	l.set(jpFirst, costFirst)
	return l
})

var scLevels = sync.OnceValue(func() *levels {
	l := &levels{words: wordSet(scWords)}
	l.rows(simplifiedchinese.GBK, 0xD8, 0xF7, gr94, costLevel2)
	l.rows(simplifiedchinese.GBK, 0xB0, 0xD7, gr94, costLevel1)
	l.set(scSecond, costSecond)
	l.set(scFirst, costFirst)
	return l
})

var tcLevels = sync.OnceValue(func() *levels {
	l := &levels{words: wordSet(tcWords)}
	big5 := [][2]int{{0x40, 0x7E}, {0xA1, 0xFE}}
	l.rows(traditionalchinese.Big5, 0xC9, 0xF9, big5, costLevel2)
	l.rows(traditionalchinese.Big5, 0xA4, 0xC6, big5, costLevel1)
	// The lists of simplified characters count where the character is written the same way.
	for _, r := range scSecond + tcSecond {
		if l.cost[r] != 0 {
			l.cost[r] = costSecond
		}
	}
	for _, r := range scFirst + tcFirst {
		if l.cost[r] != 0 {
			l.cost[r] = costFirst
		}
	}
	return l
})

func asciiLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// cjkOther is the cost of what is neither a letter of the language nor a character of its lists; ok is
// false when the rune is not for it.
func cjkOther(r rune) (float64, bool) {
	switch {
	case r < 0x80:
		if r < ' ' || r == 0x7F {
			return costPrivate, true
		}
		return costASCII, true
	case r == unicode.ReplacementChar, r < 0xA0, 0xE000 <= r && r <= 0xF8FF, r >= 0xF0000:
		return costPrivate, true
	case r == 0x3000, 0x3001 <= r && r <= 0x3011, r == '・', r == '－', r == '−', r == '…', r == '々', r == '〇', r == '〜', r == '～':
		return -5.5, true
	case 0xFF01 <= r && r <= 0xFF5E, 0xFFE0 <= r && r <= 0xFFE6:
		return -6.5, true
	case 0x2460 <= r && r <= 0x24FF, 0x2160 <= r && r <= 0x217F, 0x25A0 <= r && r <= 0x266F, r == '½', r == '×', r == '±', r == '°', 0x2190 <= r && r <= 0x2193, 0x2010 <= r && r <= 0x201F:
		return -9, true
	case 0x3200 <= r && r <= 0x33FF:
		return -10, true
	case !unicode.Is(unicode.Han, r):
		return costSymbol - 2, true
	}
	return 0, false
}

// mixed charges for letters of ASCII beside characters of a wide script: usual after a full stop of a
// word (A級, U18組), a sign of a wrong reading in lower case (Andr駸).
func mixed(w []rune) float64 {
	sum := 0.0
	for i := 1; i < len(w); i++ {
		a, b := w[i-1], w[i]
		if (a < 0x80) == (b < 0x80) {
			continue
		}
		if i+1 < len(w) && b >= 0x80 && asciiLetter(a) && asciiLetter(w[i+1]) {
			sum += 2 * costMixed // one wide character inside a word: O達rien for O’Brien
		}
		if b < 0x80 {
			a, b = b, a
		}
		if 'a' <= a && a <= 'z' {
			sum += costMixed
		} else if 'A' <= a && a <= 'Z' {
			sum += costMixed / 2
		} else if a > '9' { // signs such as ~ ^ | } : trail bytes of a reading in the other direction
			sum += costMixed
		}
	}
	return sum
}

func japaneseWord(w []rune) float64 {
	l := jpLevels()
	if l.words[string(w)] {
		return -7
	}
	sum := mixed(w)
	i := 0
	for _, n := range []int{3, 2} {
		if len(w) >= n && l.two[string(w[:n])] {
			sum += -6.5
			i = n
			break
		}
	}
	for ; i < len(w); i++ {
		r := w[i]
		switch {
		case 0x3041 <= r && r <= 0x3093:
			sum += -4.2
		case 0x30A1 <= r && r <= 0x30F6:
			sum += -4.4
		case r == 'ー':
			// The long mark follows a katakana, nothing else.
			if sum += -4.4; i == 0 || !(0x30A1 <= w[i-1] && w[i-1] <= 0x30FC) && !(0x3041 <= w[i-1] && w[i-1] <= 0x3093) {
				sum += -4
			}
		case 0xFF61 <= r && r <= 0xFF9F:
			sum += halfKana(w, i)
		case r == '髙' || r == '﨑' || r == '德' || r == '濵' || r == '栁':
			sum += -9 // the personal-name variants of NEC and IBM
		default:
			c, ok := cjkOther(r)
			if !ok {
				c = l.lookup(r)
			}
			sum += c
		}
	}
	return sum
}

// halfKana scores a half-width katakana by its neighbours: real ones stand in runs, voice marks follow
// only what can be voiced, small letters and the long mark do not begin a word.
func halfKana(w []rune, i int) float64 {
	r := w[i]
	half := func(j int) bool { return j >= 0 && j < len(w) && 0xFF61 <= w[j] && w[j] <= 0xFF9F }
	sum := -4.6
	if !half(i-1) && !half(i+1) {
		sum += -8
	}
	if i > 0 && !half(i-1) && w[i-1] >= 0x80 || i+1 < len(w) && !half(i+1) && w[i+1] >= 0x80 {
		sum += -3 // beside a wide character
	}
	switch {
	case r == 'ﾞ':
		if i == 0 || !(w[i-1] == 'ｳ' || 'ｶ' <= w[i-1] && w[i-1] <= 'ﾄ' || 'ﾊ' <= w[i-1] && w[i-1] <= 'ﾎ') {
			sum += -8
		}
	case r == 'ﾟ':
		if i == 0 || !('ﾊ' <= w[i-1] && w[i-1] <= 'ﾎ') {
			sum += -8
		}
	case 'ｧ' <= r && r <= 'ｰ': // small letters and the long mark
		if !half(i - 1) {
			sum += -6
		} else if 'ｬ' <= r && r <= 'ｮ' && !strings.ContainsRune("ｷｼﾁﾆﾋﾐﾘﾞﾟ", w[i-1]) {
			sum += -5
		}
	case r < 'ｦ': // marks
		sum += -3
	case r == 'ｦ':
		sum += -2 // no name holds it
	}
	return sum
}

func chineseWord(w []rune, traditional bool) float64 {
	l := scLevels()
	if traditional {
		l = tcLevels()
	}
	if l.words[string(w)] {
		return -7
	}
	sum := mixed(w)
	for _, r := range w {
		if 0x3041 <= r && r <= 0x30FE {
			sum += costSymbol
			continue
		}
		if 0xFF61 <= r && r <= 0xFF9F {
			sum += costBeyond
			continue
		}
		c, ok := cjkOther(r)
		if !ok {
			c = l.lookup(r)
		}
		sum += c
	}
	return sum
}

// Syllables of Korean names.
const hangulFirst = "김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용준영수호훈재아예시나경희미숙자순철상태동건승혁빈규광대덕래리린보봄빛새섭슬식실애열완욱운웅율의일정종찬창필해화환효후"

var hangulLevels = sync.OnceValue(func() *levels {
	l := &levels{}
	var b []byte
	for lead := 0xB0; lead <= 0xC8; lead++ { // the 2,350 syllables of KS X 1001
		for trail := 0xA1; trail <= 0xFE; trail++ {
			b = append(b, byte(lead), byte(trail))
		}
	}
	out, _ := korean.EUCKR.NewDecoder().Bytes(b)
	l.set(string(out), -9.5)
	l.set(hangulFirst, -5.4)
	return l
})

func hangulWord(w []rune) float64 {
	l := hangulLevels()
	sum := mixed(w)
	for _, r := range w {
		switch {
		case 0xAC00 <= r && r <= 0xD7A3:
			sum += l.lookup(r)
		case unicode.Is(unicode.Han, r):
			sum += costLevel1 - 1
		default:
			c, _ := cjkOther(r)
			sum += c
		}
	}
	return sum
}

// latinWord scores words of letters with marks. The letters with marks stand among plain ones; two in a
// row, a capital after a small letter, a sign inside a word are what a wrong reading looks like.
func latinWord(w []rune, cost func(rune) float64) float64 {
	sum := 0.0
	marked, plain := 0, 0
	for i, r := range w {
		if r < 0x80 {
			if r < ' ' || r == 0x7F {
				sum += costPrivate
			} else {
				sum += costASCII
			}
			if asciiLetter(r) {
				plain++
			}
			continue
		}
		c := cost(r)
		if r == '’' && i > 0 && asciiLetter(w[i-1]) {
			c = -5.5 // O’Brien
		}
		sum += c
		letter := unicode.IsLetter(r)
		if letter {
			marked++
			// Vowels and consonants alternate more often than not: Hélène, not Hélčne; Dvořák, not Dvoøák.
			for _, j := range []int{i - 1, i + 1} {
				if j >= 0 && j < len(w) && asciiLetter(w[j]) {
					if vowel(r) == vowel(w[j]) {
						sum += -1.2
					} else {
						sum += 0.3
					}
				}
			}
		}
		if i > 0 {
			p := w[i-1]
			switch {
			case p >= 0x80 && letter && unicode.IsLetter(p):
				sum += -3
			case p >= 0x80:
				sum += -2
			case letter && unicode.IsUpper(r) && 'a' <= p && p <= 'z':
				sum += -5
			case !letter && asciiLetter(p) && i+1 < len(w) && asciiLetter(w[i+1]) && r != '’' && r != '‘' && r != '´' && r != '·':
				sum += -6
			}
		}
		// Spanish ñ stands before a vowel (Peña), Polish ń before a consonant or at the end (Poznań).
		if r == 'ñ' || r == 'ń' {
			if before := i+1 < len(w) && vowel(w[i+1]); before != (r == 'ñ') {
				sum += -2
			}
		}
		if letter && unicode.IsLower(r) && i+1 < len(w) && 'A' <= w[i+1] && w[i+1] <= 'Z' {
			sum += -4
		}
	}
	if marked > 1 && marked > plain {
		sum += -3 * float64(marked-plain)
	}
	return sum
}

func vowel(r rune) bool {
	return strings.ContainsRune("aeiouyáàâäãåæąăéèêëęěíìîïóòôõöøőúùûüůűýÿœ", unicode.ToLower(r))
}

func westernCost(r rune) float64 {
	switch {
	case r < 0xA0 || r == unicode.ReplacementChar:
		return costPrivate
	case strings.ContainsRune("äöüéèßáíóçñ", r):
		return -5
	case strings.ContainsRune("ÄÖÜàâêëîïôûùúåøæãõòìÉÅØÁÓÇ", r):
		return -5.5
	case strings.ContainsRune("ŠšŽžŒœÀÂÈÊÎÔÛÍÚÑÆÃÕËÏýÿðþÝÞÐ", r):
		return -8
	case r == '½':
		return -6
	case strings.ContainsRune("’‘“”–—…°´«»€·§¡¿ºª", r):
		return -8
	case unicode.IsLetter(r):
		return -9
	}
	return costSymbol
}

func centralCost(r rune) float64 {
	switch {
	case r < 0xA0 || r == unicode.ReplacementChar:
		return costPrivate
	case strings.ContainsRune("łńśżóćęążźčšžřěáéíýůúöüőű", r):
		return -5.2
	case strings.ContainsRune("ŁŚŻÓĆŹČŠŽŘĎŤŇďťňľĽĺäôÖÜŐŰÁÉÍÚđĐăâîşţßë", r):
		return -6.6
	case strings.ContainsRune("’‘“”–—…°´«»€·§˝", r):
		return -8.5
	case unicode.IsLetter(r):
		return -9
	}
	return costSymbol
}

func cyrillicWord(w []rune) float64 {
	sum := 0.0
	for i, r := range w {
		if r < 0x80 {
			sum += costASCII
			if asciiLetter(r) && (i > 0 && w[i-1] >= 0x80 || i+1 < len(w) && w[i+1] >= 0x80) {
				sum += -5 // a letter of the other script beside it
			}
			continue
		}
		switch {
		case 'а' <= r && r <= 'я' || r == 'ё':
			sum += -3.6
		case 'А' <= r && r <= 'Я' || r == 'Ё':
			sum += -4.4
			if i > 0 && 'а' <= w[i-1] && w[i-1] <= 'я' {
				sum += -5
			}
		case strings.ContainsRune("іїєґІЇЄҐўЎ№", r):
			sum += -7
		case r < 0xA0 || r == unicode.ReplacementChar:
			sum += costPrivate
		default:
			sum += costSymbol
		}
	}
	return sum
}
