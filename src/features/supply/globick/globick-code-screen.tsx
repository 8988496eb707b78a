import { codeScreenOf } from '../importing/code-screen.tsx'
import { globick } from './globick.ts'

export const CodeScreen = codeScreenOf(globick)
