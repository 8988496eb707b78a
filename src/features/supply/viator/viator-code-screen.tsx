import { codeScreenOf } from '../code-screen.tsx'
import { viator } from './viator.ts'

export const CodeScreen = codeScreenOf(viator)
