import { inWords } from '../i18n/formats.ts'
import { t } from '../i18n/language.ts'

/**
 * The actions that people are permitted, and the objects that they're permitted them on. Features declare the objects;
 * staff can add further ones at run time, which are data. `ui` shows an area and lets it be
 * read, `write` lets it be changed, and every other action guards only the command it names.
 */

/** @public Actions, each with the label that roles show; features add their own commands with `declare module`. */
export interface PermissionActions {
  ui: true
  write: true
  read: true
  delete: true
  export: true
  publish: true
}

/** @public The objects that the features declare, each beside what it guards: `declare module` adds a key. */
export interface PermissionObjects {}

/** @public The areas that the matrix of permissions groups objects by: `declare module` adds a key. */
export interface PermissionAreas {}

export type PermissionObject = keyof PermissionObjects & string
export type PermissionAction = keyof PermissionActions & string

/** Objects by their names: each with what roles call it and its area of the matrix. */
export type DeclaredObjects = Readonly<
  Partial<Record<PermissionObject, { label: string; area: keyof PermissionAreas }>>
>

const declared: Record<string, { label: string; area: string }> = {}

/** The objects that the product is built with. Filled when the server is put together. */
export const permissionObjects: Readonly<typeof declared> = declared

export function declarePermissionObjects(objects: DeclaredObjects): void {
  Object.assign(declared, objects)
}

const actions: Record<string, string> = {
  ui: 'See the area in the menu and read it',
  write: 'Create and change records',
  read: 'Read records through lists of other areas',
  delete: 'Delete records',
  export: 'Export records',
  publish: 'Make content public',
}

/** The actions that can be granted, by the names roles use. Filled when the server is assembled, like the objects. */
export const permissionActions: Readonly<Record<string, string>> = actions

export function declarePermissionActions(named: Readonly<Partial<Record<PermissionAction, string>>>): void {
  Object.assign(actions, named)
}

const actionWords: Record<string, string> = {}

/** Actions in a word or two, as roles show them. Without a word, an action is called by its label. */
export function declareActionWords(words: Readonly<Record<string, string>>): void {
  Object.assign(actionWords, words)
}

/** A permission as people read it: "Coupons · Edit". What was added at run time is called by its name. */
export function permissionWords(action: string, object: string): string {
  const word = actionWords[action] ?? actions[action]
  return `${t(declared[object]?.label ?? inWords(object))} · ${t(word ?? inWords(action))}`
}
