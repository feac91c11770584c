package templates

// Templates are mined in two steps. Each line is masked into a hash in one
// walk over its bytes, without a copy (text.Template). Then the few distinct
// templates are compared word by word, and words that vary freely (user names,
// paths) are masked too; see template_merge.go.

// maxTemplates bounds the memory of a miner. Lines of templates beyond it are
// counted as one, of which nothing is known.
const maxTemplates = 1 << 14

// Template is what is known of the lines of one template.
type Template struct {
	Count       int32
	First, Last int32 // units
	Group       int32 // the template it was merged into; itself, if into none
}

// Miner counts the templates of the units it is given, in order.
type Miner struct {
	index map[uint64]int32
	List  []Template
	Of    []int32  // the template of each unit, -1: none or too many
	State []uint16 // of each unit, nil: none; units of different states are not merged
}

func NewMiner(units int) *Miner {
	m := &Miner{index: map[uint64]int32{}, Of: make([]int32, units)}
	for i := range m.Of {
		m.Of[i] = -1
	}
	return m
}

// Add counts unit i under the template whose hash is given.
func (m *Miner) Add(i int, hash uint64) {
	id, ok := m.index[hash]
	if !ok {
		if len(m.List) == maxTemplates {
			return
		}
		id = int32(len(m.List))
		m.index[hash] = id
		m.List = append(m.List, Template{First: int32(i), Group: id})
	}
	t := &m.List[id]
	t.Count++
	t.Last = int32(i)
	m.Of[i] = id
}

// GroupOf returns the template of unit i after merging, nil if it has none.
func (m *Miner) GroupOf(i int) *Template {
	if m.Of[i] < 0 {
		return nil
	}
	return &m.List[m.List[m.Of[i]].Group]
}
