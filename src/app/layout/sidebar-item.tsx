import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { MenuGroup, MenuLeaf } from '../navigation/menu.web.ts'
import classes from './sidebar.module.css'

export interface SidebarLeafProps {
  leaf: MenuLeaf
  active: string
  /** How many groups it lies in. */
  depth: number
}

export function SidebarLeaf({ leaf, active, depth }: SidebarLeafProps) {
  const Icon = leaf.icon
  return (
    <li>
      <a className={classes['item']} style={{ paddingInlineStart: indent(depth) }} {...linkProps(leaf, active)}>
        {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
        <span className={classes['label']}>{leaf.title}</span>
        {leaf.isExternal && <ExternalHint />}
      </a>
    </li>
  )
}

/** What makes a link of a leaf: external ones open in a new tab that learns nothing about this one. */
export function linkProps(leaf: MenuLeaf, active: string) {
  if (leaf.isExternal) return { href: leaf.href, target: '_blank', rel: 'noopener noreferrer' }
  return { href: leaf.href, ...(leaf.href === active ? { 'aria-current': 'page' as const } : {}) }
}

function ExternalHint() {
  return <IconExternalLink className={classes['external']} size={14} role="img" aria-label={t('opens in a new tab')} />
}

export interface SidebarGroupProps {
  group: MenuGroup
  active: string
  depth: number
  open: ReadonlySet<string>
  onToggle: (path: string) => void
}

/** A group in the unfolded sidebar: its title toggles it, hovering does nothing. */
export function SidebarGroup({ group, active, depth, open, onToggle }: SidebarGroupProps) {
  const listId = useId()
  const isOpen = open.has(group.path)
  const Icon = group.icon
  return (
    <li>
      <button
        type="button"
        className={classes['item']}
        style={{ paddingInlineStart: indent(depth) }}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => onToggle(group.path)}
      >
        {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
        <span className={classes['label']}>{group.title}</span>
        <IconChevronDown className={classes['chevron']} size={14} aria-hidden />
      </button>
      <ul id={listId} className={classes['list']} hidden={!isOpen}>
        {group.items.map((item) =>
          item.kind === 'leaf' ? (
            <SidebarLeaf key={item.href} leaf={item} active={active} depth={depth + 1} />
          ) : (
            <SidebarGroup
              key={item.path}
              group={item}
              active={active}
              depth={depth + 1}
              open={open}
              onToggle={onToggle}
            />
          ),
        )}
      </ul>
    </li>
  )
}

function indent(depth: number): string {
  return depth === 0 ? '12px' : `${38 + (depth - 1) * 14}px`
}
