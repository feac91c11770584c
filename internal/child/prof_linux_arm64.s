#include "textflag.h"

// func onProf()
//
// It is called by the kernel, which restores all registers when it returns.
TEXT ·onProf(SB), NOSPLIT|TOPFRAME|NOFRAME, $0-0
	MOVD $·profs(SB), R1
again:
	LDAXRW (R1), R2
	ADDW $1, R2
	STLXRW R2, (R1), R3
	CBNZW R3, again
	MOVD $172, R8 // getpid
	SVC
	MOVD $60, R1 // standIn
	MOVD $129, R8 // kill
	SVC
	RET

// func onReturn()
TEXT ·onReturn(SB), NOSPLIT|TOPFRAME|NOFRAME, $0-0
	MOVD $139, R8 // rt_sigreturn
	SVC
	BRK

// func profHandler() (handler, restorer uintptr)
TEXT ·profHandler(SB), NOSPLIT, $0-16
	MOVD $·onProf(SB), R0
	MOVD R0, handler+0(FP)
	MOVD $·onReturn(SB), R0
	MOVD R0, restorer+8(FP)
	RET
