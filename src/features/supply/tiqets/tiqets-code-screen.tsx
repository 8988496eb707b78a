import { codeScreenOf } from '../importing/code-screen.tsx'
import { tiqets } from './tiqets.ts'

export const CodeScreen = codeScreenOf(tiqets)
