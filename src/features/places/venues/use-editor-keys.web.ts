import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { MapDraft } from './map-draft.ts'
import { withMoved, withOutline } from './map-draft.ts'
import type { Point } from './outline.ts'
import { outlineOf } from './outline.ts'
import { withCornerAt, withCornerBefore, withoutCorner } from './outline-geometry.ts'
import type { CornerGrip } from './use-outline-drag.web.ts'
import { cornerGripOf, sectionOf } from './use-outline-drag.web.ts'
import { directions, neighbourOf } from './section-walk.ts'
import type { Selection, SelectionPress } from './section-selection.ts'

export interface EditorCommands {
  readonly onSelect: (codes: readonly string[], press: SelectionPress) => void
  readonly onChange: (draft: MapDraft, said: string, isSameStep?: boolean) => void
  readonly onDelete: () => void
  readonly onRename: () => void
}

interface EditorKeysProps extends EditorCommands {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly draft: MapDraft
  readonly selection: Selection
  /** The code of the one section that is selected. */
  readonly only: string | undefined
  readonly viewKeys: Readonly<Record<string, () => void>>
  /** Cancels a drag; false where there is none. */
  readonly onCancel: () => boolean
  readonly onWalk: (code: string) => void
  readonly onDraw: () => void
}

/** How far keys move, in units of the drawing. */
const strideOf = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1)

/** Edits a map with keys: arrows walk from section to section, and move what is selected. */
export function useEditorKeys(props: EditorKeysProps) {
  const { svg, draft, selection, only, viewKeys, onSelect, onChange, onDelete, onRename, onCancel, onWalk } = props
  /** The corner to go to once it is on the page. */
  const wanted = useRef<Pick<CornerGrip, 'ring' | 'corner'> | null>(null)
  useEffect(() => {
    const { current } = wanted
    wanted.current = null
    if (current) focusCorner(svg.current, current.ring, current.corner)
  }, [draft, svg])

  function moveSelected(way: Point, event: KeyboardEvent): void {
    const stride = strideOf(event)
    const [dx, dy] = [way[0] * stride, way[1] * stride]
    onChange(withMoved(draft, selection, dx, dy), movedWords(selection.size, dx, dy), event.repeat)
  }
  function pressOnCorner(event: KeyboardEvent, { ring, corner }: CornerGrip): boolean {
    const one = draft.find(({ section }) => section.code === only)
    const corners = (one?.d ? outlineOf(one.d) : null)?.[ring]
    const at = corners?.[corner]?.at
    if (only === undefined || !corners || !at) return false
    const way = directions[event.key]
    if (way) {
      const to: Point = [at[0] + way[0] * strideOf(event), at[1] + way[1] * strideOf(event)]
      const said = t('Corner {n} at {x}, {y}', { n: corner + 1, x: to[0], y: to[1] })
      onChange(
        withOutline(draft, only, (outline) => withCornerAt(outline, ring, corner, to)),
        said,
        event.repeat,
      )
    } else if (event.key === 'Insert' || event.key === 'a') {
      const next = (corner + 1) % corners.length
      wanted.current = { ring, corner: next === 0 ? 0 : corner + 1 }
      onChange(
        withOutline(draft, only, (outline) => withCornerBefore(outline, ring, next)),
        t('Corner added'),
      )
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      wanted.current = { ring, corner: Math.max(0, corner - 1) }
      deleteCorner(props, only, { ring, corner })
    } else if (event.key === 'Escape') onWalk(only)
    else return false
    return true
  }
  function pressOnSelected(event: KeyboardEvent): boolean {
    const way = directions[event.key]
    if (way) moveSelected(way, event)
    else if (event.key === 'Delete' || event.key === 'Backspace') onDelete()
    else if ((event.key === 'F2' || event.key === 'r') && only !== undefined) onRename()
    else if (event.key === 'Enter' && only !== undefined) focusCorner(svg.current, 0, 0)
    else if (event.key === 'Escape') onSelect([], 'only')
    else return false
    return true
  }
  function pressOnSection(event: KeyboardEvent, code: string): boolean {
    const way = directions[event.key]
    if (way) {
      const next = neighbourOf(draft, code, way)
      if (next !== null) onWalk(next)
    } else if (event.key === ' ') onSelect([code], 'toggle')
    else if (event.key === 'Enter' || event.key === 'm') onSelect([code], event.shiftKey ? 'add' : 'only')
    else return false
    return true
  }
  return (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape' && onCancel()) return true
    const corner = cornerGripOf(event.target)
    if (corner && pressOnCorner(event, corner)) return true
    const code = sectionOf(event.target)
    if (code !== null && (event.key === ' ' || !selection.has(code)) && pressOnSection(event, code)) return true
    if (selection.size > 0 && pressOnSelected(event)) return true
    if (event.key === 'd') props.onDraw()
    else if (viewKeys[event.key]) viewKeys[event.key]?.()
    else return false
    return true
  }
}

function deleteCorner(
  { draft, onChange }: Pick<EditorKeysProps, 'draft' | 'onChange'>,
  code: string,
  { ring, corner }: Pick<CornerGrip, 'ring' | 'corner'>,
): void {
  let isKept = false
  const after = withOutline(draft, code, (outline) => {
    const changed = withoutCorner(outline, ring, corner)
    isKept = changed[ring] === outline[ring]
    return changed
  })
  if (isKept) onChange(draft, t('An outline keeps 3 corners.'))
  else onChange(after, t('Corner deleted'))
}

export function movedWords(n: number, dx: number, dy: number): string {
  return t('{n, plural, one {# section} other {# sections}} moved by {dx}, {dy}', { n, dx, dy })
}

function focusCorner(svg: SVGSVGElement | null, ring: number, corner: number): void {
  svg
    ?.querySelector<SVGElement>(`[data-corner='${corner}'][data-ring='${ring}']:not([data-add])`)
    ?.focus({ preventScroll: true })
}
