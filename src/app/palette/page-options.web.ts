import {
  IconArrowDown,
  IconArrowUp,
  IconDeviceFloppy,
  IconDownload,
  IconFilter,
  IconHistory,
  IconMessagePlus,
  IconPlus,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { FoundRecords } from '../../platform/search/search.ts'
import {
  boundTo,
  exportShortcut,
  filterShortcut,
  findShortcut,
  historyShortcut,
  importShortcut,
  newShortcut,
  nextRecordShortcut,
  noteShortcut,
  previousRecordShortcut,
  rowsShortcut,
  saveShortcut,
  type Shortcut,
} from '../../ui/shortcuts.web.ts'
import type { NodeIcon, Page } from '../../ui/sitemap-node.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { authors } from '../../features/authors/authors.ts'
import type { customers } from '../../features/customers/customers.ts'
import type { adminUsers } from '../../features/staff/people/admin-users.ts'
import { rankOf } from './matching.ts'
import type { Option } from './option.web.ts'

/** Commands of lists and records, each offered where its shortcut works. */
const commands: readonly (readonly [Shortcut, NodeIcon])[] = [
  [saveShortcut, IconDeviceFloppy],
  [findShortcut, IconSearch],
  [filterShortcut, IconFilter],
  [exportShortcut, IconDownload],
  [importShortcut, IconUpload],
  [noteShortcut, IconMessagePlus],
  [historyShortcut, IconHistory],
  [nextRecordShortcut, IconArrowDown],
  [previousRecordShortcut, IconArrowUp],
]

/** What can be done on the page below the palette. It is read once: nothing behind the open palette changes. */
export function pageOptions(create: Page | null): Option[] {
  const toCreate: Option[] =
    create === null
      ? []
      : [
          {
            key: `create ${create.path}`,
            title: create.node.title ? t(create.node.title) : create.path,
            icon: IconPlus,
            keys: newShortcut.keys,
            href: create.path,
          },
        ]
  return [
    ...toCreate,
    ...commands.flatMap(([shortcut, icon]): Option[] => {
      const run = boundTo(shortcut)
      // On a list J leads to the rows.
      const isOther = run === null || boundTo(rowsShortcut) === run
      return isOther ? [] : [{ key: `here ${shortcut.keys}`, title: t(shortcut.does), icon, keys: shortcut.keys, run }]
    }),
  ]
}

/** Resources whose records are people, in the order in which one looks for them. */
const people: readonly string[] = [
  nameOf<typeof customers>('customers'),
  nameOf<typeof adminUsers>('admin-users'),
  nameOf<typeof authors>('authors'),
]

/**
 * Found records, the surest first: those that are called what was typed, then people with a name that begins so, then the
 * rest in its own order. A text with digits or signs of a code is no name.
 */
export function surestFirst<T extends Pick<FoundRecords[number], 'resource' | 'records'>>(
  found: readonly T[],
  typed: string,
): readonly T[] {
  const isName = /^[\p{L}\p{M}’'. -]+$/u.test(typed)
  const place = ({ resource, records }: T) => {
    const ranks = records.map(({ title }) => rankOf(typed, title) ?? Infinity)
    const best = Math.min(...ranks)
    if (best === 0) return 0
    const at = people.indexOf(resource)
    return isName && at !== -1 && best <= namedSo ? 1 + at : 1 + people.length
  }
  return found.toSorted((one, other) => place(one) - place(other))
}

/** Every word typed begins a word of the title, as `rankOf` counts. */
const namedSo = 2
