import { system } from '../../../core/access/access.ts'

/** Who changes products on a supplier's word. */
export const syncActor = system('imports')
