package history

import (
	"bytes"
	"slices"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/wire"
)

// TestDone: what the report says was done is what is missing in the request, for
// every profile, whether a stage fires now or did so before.
func TestDone(t *testing.T) {
	longtest.Asked(t)
	quiet, dropped := 0, 0
	for _, profile := range Profiles() {
		for _, api := range []wire.API{wire.Messages, wire.Chat, wire.Responses, wire.Generate} {
			h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: profile, ContextBudget: 20_000})
			for _, c := range talk(7, 3).Growing() {
				body := encode(c, api)
				out, rep := reduce(t, h, body)
				missing, shortened := compared(t, body, out)
				all := Done{}
				for _, d := range rep.Done {
					all.Dropped, all.Texts = all.Dropped+d.Dropped, all.Texts+d.Texts
					if d.Stage == "" {
						t.Errorf("%s: something was done by no stage: %+v", profile, rep.Done)
					}
				}
				if all.Dropped != missing || all.Texts != shortened || rep.Dropped != missing {
					t.Fatalf("%s, %v: %d messages are missing and %d texts shorter, but said is %+v", profile, api, missing, shortened, rep)
				}
				if (rep.Unchanged == "") != (len(rep.Done) > 0) {
					t.Errorf("%s: %+v", profile, rep)
				}
				dropped += min(missing, 1)
				if missing > 0 && len(rep.Fired) == 0 {
					quiet++
				}
			}
		}
	}
	if quiet < 20 || dropped < 50 {
		t.Errorf("messages are missing in %d requests, without that a stage fires in %d", dropped, quiet)
	}
}

// compared returns how many messages of a request are missing in what became of it,
// and how many texts of those that are there are others. What stands for messages,
// and between them, was not there before.
func compared(t *testing.T, body, out []byte) (missing, shortened int) {
	t.Helper()
	before, after := mustRead(t, body).Messages, mustRead(t, out).Messages
	kept := slices.DeleteFunc(after, func(m thread.Message) bool { return isOurs(m) })
	for len(kept) > 0 {
		m, is := before[0], kept[0]
		before = before[1:]
		changed, same := changedTexts(m, is)
		if !same {
			missing++
			continue
		}
		shortened += changed
		kept = kept[1:]
	}
	return missing + len(before), shortened
}

// changedTexts returns how many texts differ, if it may be the same message.
func changedTexts(a, b thread.Message) (changed int, same bool) {
	if a.Role != b.Role || len(a.Parts) != len(b.Parts) {
		return 0, false
	}
	for i, p := range a.Parts {
		if p.Kind != b.Parts[i].Kind || p.ID != b.Parts[i].ID || len(p.Texts) != len(b.Parts[i].Texts) {
			return 0, false
		}
		if p.Kind == thread.Call && !bytes.Equal(p.Value.Raw(), b.Parts[i].Value.Raw()) {
			return 0, false
		}
		for j, text := range p.Texts {
			is := b.Parts[i].Texts[j]
			if !bytes.Equal(text.Raw(), is.Raw()) {
				if len(marker.Find([]byte(is.Str()))) == 0 {
					return 0, false
				}
				changed++
			}
		}
	}
	return changed, true
}
