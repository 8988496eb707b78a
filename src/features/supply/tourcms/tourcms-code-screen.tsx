import { codeScreenOf } from '../importing/code-screen.tsx'
import { tourcms } from './tourcms.ts'

export const CodeScreen = codeScreenOf(tourcms)
