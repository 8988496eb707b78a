import { codeScreenOf } from '../importing/code-screen.tsx'
import { viator } from './viator.ts'

export const CodeScreen = codeScreenOf(viator)
