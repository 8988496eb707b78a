import type { ComponentType } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { SitemapNode } from '../sitemap-node.web.ts'
import type { Slot } from '../slots.ts'
import type { CommandProps, RecordPartProps } from './screen-parts.web.ts'

/** Which resources something is for: one by its name, or those that a question is answered for. */
export type Target = string | ((of: AnyResource) => boolean)

/** Something to show beside (`aside`) or under (`below`) the form of another feature's records. */
export interface Panel {
  readonly on: Target
  readonly at: 'aside' | 'below'
  readonly load: () => Promise<ComponentType<RecordPartProps>>
}

/**
 * Something to do with another feature's records, drawn as a `CommandButton`: in the menu of one (`record`), or over
 * those selected in a list (`selection`).
 */
export interface Command {
  readonly on: Target
  readonly at: readonly ('record' | 'selection')[]
  /** Any of these permissions is enough for it to be offered; `write` alone means on the object of the records themselves. */
  readonly needs: readonly (readonly [action: string, object: string] | 'write')[]
  readonly load: () => Promise<ComponentType<CommandProps>>
}

export interface Fill {
  readonly slot: string
  // Edge: what it is given was checked by `fill`; a slot's reader knows it again.
  readonly load: () => Promise<ComponentType<object>>
}

/** Says which component fills a slot of another feature. */
export function fill<Props extends object>(
  slot: Slot<Props>,
  load: () => Promise<ComponentType<NoInfer<Props>>>,
): Fill {
  return { slot: slot.name, load: load as unknown as Fill['load'] }
}

/** Pages, and the menu group that they belong to where that is another feature's: `/events`. */
interface PlacedPages {
  readonly under?: string
  readonly nodes: readonly SitemapNode[]
}

/**
 * A feature's additions to the console, declared once. Everything in it loads when it is first needed: this file is
 * part of the first load of every page.
 */
export interface ConsoleModule {
  readonly name: string
  /** Definitions of its resources, for screens that work with all of them. */
  readonly resources?: readonly (() => Promise<AnyResource>)[]
  readonly pages?: readonly PlacedPages[]
  readonly panels?: readonly Panel[]
  readonly commands?: readonly Command[]
  readonly fills?: readonly Fill[]
}

export function defineModule(module: ConsoleModule): ConsoleModule {
  return module
}

export function isTarget(on: Target, of: AnyResource): boolean {
  return typeof on === 'string' ? on === of.name : on(of)
}
