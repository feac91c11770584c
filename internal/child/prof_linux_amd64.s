#include "textflag.h"

// func onProf()
//
// It is called by the kernel, which restores all registers when it returns.
TEXT ·onProf(SB), NOSPLIT|TOPFRAME|NOFRAME, $0-0
	LOCK
	INCL ·profs(SB)
	MOVL $39, AX // getpid
	SYSCALL
	MOVL AX, DI
	MOVL $60, SI // standIn
	MOVL $62, AX // kill
	SYSCALL
	RET

// func onReturn()
TEXT ·onReturn(SB), NOSPLIT|TOPFRAME|NOFRAME, $0-0
	MOVL $15, AX // rt_sigreturn
	SYSCALL
	INT $3

// func profHandler() (handler, restorer uintptr)
TEXT ·profHandler(SB), NOSPLIT, $0-16
	LEAQ ·onProf(SB), AX
	MOVQ AX, handler+0(FP)
	LEAQ ·onReturn(SB), AX
	MOVQ AX, restorer+8(FP)
	RET
