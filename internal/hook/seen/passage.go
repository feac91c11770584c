package seen

import (
	"encoding/binary"
	"time"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/marker"
)

// A passage in a file: what is of a fixed size first, then its name, the digests of
// its files and its lines.
const (
	passageHead = 8 + 8 + 4 + 1 + 1 + 2
	fileSize    = 8
	lineSize    = 8 + 4 + 4 + 1
	mostFiles   = 64
)

const (
	isWritten = 1 << iota
	isEdit
)

const (
	isNumbered = 1 << iota
	isBlank
)

func (p Passage) encode() []byte {
	name := p.Name[:min(len(p.Name), 2*marker.MaxName)] // the gap cuts it anew
	files := p.files[:min(len(p.files), mostFiles)]
	dst := make([]byte, 0, passageHead+len(name)+fileSize*len(files)+lineSize*len(p.Lines))
	dst = binary.LittleEndian.AppendUint64(dst, p.agent)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(p.at.UnixMilli()))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(p.Bytes))
	dst = append(dst, flags(p.Written, isWritten)|flags(p.Edit, isEdit), byte(len(name)))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(files)))
	dst = append(dst, name...)
	for _, f := range files {
		dst = binary.LittleEndian.AppendUint64(dst, f)
	}
	for _, l := range p.Lines {
		dst = binary.LittleEndian.AppendUint64(dst, l.Sum)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(l.No))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(l.Number))
		dst = append(dst, flags(l.Numbered, isNumbered)|flags(l.Blank, isBlank))
	}
	return dst
}

func flags(on bool, flag byte) byte {
	if on {
		return flag
	}
	return 0
}

// decodePassage reads what encode wrote. It is false if that is something else.
func decodePassage(data []byte) (p Passage, ok bool) {
	if len(data) < passageHead {
		return p, false
	}
	p.agent = binary.LittleEndian.Uint64(data)
	p.at = time.UnixMilli(int64(binary.LittleEndian.Uint64(data[8:])))
	p.Bytes = int(binary.LittleEndian.Uint32(data[16:]))
	p.Written, p.Edit = data[20]&isWritten != 0, data[20]&isEdit != 0
	name, files := int(data[21]), fileSize*int(binary.LittleEndian.Uint16(data[22:]))
	data = data[passageHead:]
	if len(data) < name+files || (len(data)-name-files)%lineSize != 0 {
		return p, false
	}
	p.Name, data = string(data[:name]), data[name:]
	for ; files > 0; files, data = files-fileSize, data[fileSize:] {
		p.files = append(p.files, binary.LittleEndian.Uint64(data))
	}
	p.Lines = make([]above.Line, 0, len(data)/lineSize)
	for ; len(data) > 0; data = data[lineSize:] {
		p.Lines = append(p.Lines, above.Line{
			Sum: binary.LittleEndian.Uint64(data), No: int32(binary.LittleEndian.Uint32(data[8:])), Number: int32(binary.LittleEndian.Uint32(data[12:])),
			Numbered: data[16]&isNumbered != 0, Blank: data[16]&isBlank != 0,
		})
	}
	return p, true
}
