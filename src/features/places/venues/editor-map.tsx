import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { CornerHandles } from './corner-handles.tsx'
import type { Section, Shape } from './manifest.ts'
import { zoneColours } from './map-colours.ts'
import type { MapDraft } from './map-draft.ts'
import { withOutline } from './map-draft.ts'
import type { DrawnMap } from './map-layout.ts'
import { MapOutlines } from './map-outlines.tsx'
import { Legend, MapTools, StageName } from './map-parts.tsx'
import type { Point } from './outline.ts'
import { outlineOf } from './outline.ts'
import { withCornerBefore } from './outline-geometry.ts'
import { useRubberBand } from './rubber-band.web.ts'
import { SectionNames } from './section-names.tsx'
import type { Selection } from './section-selection.ts'
import { pressOf } from './section-selection.ts'
import type { EditorCommands } from './use-editor-keys.web.ts'
import { movedWords, useEditorKeys } from './use-editor-keys.web.ts'
import { useMapZoom } from './use-map-zoom.web.ts'
import { cornerGripOf, sectionOf, useOutlineDrag } from './use-outline-drag.web.ts'
import { useSectionPen } from './use-section-pen.web.ts'
import classes from '../geo/places.module.css'
import own from './venue-map.module.css'
import editor from './map-editor.module.css'

interface EditorMapProps extends EditorCommands {
  readonly name: string
  readonly map: DrawnMap
  readonly shapes: readonly Shape[]
  readonly draft: MapDraft
  readonly sections: readonly Section[]
  readonly selection: Selection
  readonly found: Selection | null
  readonly target: readonly string[] | null
  /** The corners of the section that is being drawn; null where none is. */
  readonly points: readonly Point[] | null
  readonly onPoints: (points: readonly Point[] | null) => void
  /** The outline that was drawn is complete. */
  readonly onDrawn: () => void
  readonly onSay: (text: string) => void
}

/** What pointer and keys do on a map that is edited. */
function useEditorMap(props: EditorMapProps) {
  const { map, draft, selection, target, onSelect, onChange } = props
  const [isTaken] = useState(() => ({ current: (_: Event): boolean => false }))
  const { svg, layer, view, zoomIn, zoomOut, reset, reveal, keys } = useMapZoom({ map, target, isTaken })
  const [only] = selection.size === 1 ? selection : []
  const { box, ...band } = useRubberBand(layer, (codes) => onSelect(codes, 'add'))
  const pen = useSectionPen({ ...props, svg, layer, onClosed: props.onDrawn })
  const drag = useOutlineDrag({
    layer,
    draft,
    selection,
    only,
    isDrawing: pen.isDrawing,
    onMoved: (next, [dx, dy]) => onChange(next, movedWords(selection.size, dx, dy)),
    onReshaped: (next) => onChange(next, t('Corner moved')),
  })
  isTaken.current = (event) => drag.isTaken.current(event)
  const walk = useCurrentSection(layer, draft, selection)
  const edit = useEditorKeys({
    ...props,
    svg,
    only,
    viewKeys: keys,
    onCancel: drag.cancel,
    onWalk: walk.focus,
    onDraw: () => props.onPoints([]),
  })

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(pen.isDrawing && pen.press(event)) && !edit(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  function click(event: MouseEvent): void {
    if (drag.wasDragged.current) return void (drag.wasDragged.current = false)
    if (pen.isDrawing) return pen.click(event)
    const grip = cornerGripOf(event.target)
    if (grip?.isNew && only !== undefined)
      onChange(
        withOutline(draft, only, (outline) => withCornerBefore(outline, grip.ring, grip.corner)),
        t('Corner added'),
      )
    if (grip) return
    const code = sectionOf(event.target)
    const how = pressOf(event)
    if (code !== null) {
      walk.setCurrent(code)
      onSelect([code], how)
    } else if (how === 'only') onSelect([], how)
  }
  const both =
    (event: keyof typeof band) =>
    (of: PointerEvent<SVGSVGElement>): void => {
      if (event === 'onPointerCancel') band.onPointerCancel()
      else band[event](of)
      drag.pointer[event](of)
    }
  const follow = both('onPointerMove')
  const events = {
    onKeyDown: press,
    onClick: (event: { nativeEvent: MouseEvent }) => click(event.nativeEvent),
    onFocus: ({ target }: { target: Element }) => {
      // A pointer is where it presses; keys can go to what is out of sight.
      if (target !== svg.current && target.matches(':focus-visible')) reveal(target)
    },
    onDoubleClick: () => pen.isDrawing && pen.close(),
    onPointerDown: both('onPointerDown'),
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      follow(event)
      pen.hover(event)
    },
    onPointerUp: both('onPointerUp'),
    onPointerCancel: both('onPointerCancel'),
  }
  return { svg, layer, view, zoomIn, zoomOut, reset, only, box, pen, events }
}

/** A map whose sections are drawn, moved and reshaped by pointer or keys. */
export function EditorMap(props: EditorMapProps) {
  const { name, map, shapes, draft, sections, selection, found, points, onSelect } = props
  const { svg, layer, view, zoomIn, zoomOut, reset, only, box, pen, events } = useEditorMap(props)
  const byCode = useMemo(() => new Map(sections.map((section) => [section.code, section])), [sections])
  const colours = useMemo(() => zoneColours(sections), [sections])
  const drawn = useMemo(() => ({ ...map, shapes: [...shapes] }), [map, shapes])
  return (
    <div>
      <div className={`${classes['map']} ${editor['map']}`}>
        <svg
          ref={svg}
          className={`${classes['drawing']} ${own['drawing']} ${editor['drawing']}`}
          viewBox={map.viewBox}
          tabIndex={0}
          role="group"
          data-drawing={pen.isDrawing}
          {...events}
          data-scale="1.00"
          aria-label={t('Map of {name}, in edit mode', { name })}
          aria-describedby="map-editor-keys"
        >
          <g ref={layer} transform="translate(0,0) scale(1)">
            {map.stage && <path d={map.stage.d} data-kind="stage" />}
            <MapOutlines map={drawn} byCode={byCode} colours={colours} selection={selection} found={found} />
            <SectionNames map={drawn} sections={sections} view={view} />
            {map.stage && <StageName stage={map.stage} />}
            {box && <rect {...box} className={own['band']} />}
            {only !== undefined && !pen.isDrawing && (
              <Corners draft={draft} code={only} scale={view.k * scaleOf(layer.current, view.k)} />
            )}
            <path className={editor['ghost']} data-ghost="" />
            {points !== null && <PenMarks points={points} pen={pen} />}
          </g>
        </svg>
        <MapTools onZoomIn={zoomIn} onZoomOut={zoomOut} onReset={reset} />
      </div>
      <Legend colours={colours} sections={sections} selection={selection} onSelect={onSelect} />
    </div>
  )
}

/** Px of a unit at the first size of the drawing. Only a browser that draws knows. */
function scaleOf(layer: SVGGElement | null, k: number): number {
  const matrix = typeof layer?.getScreenCTM === 'function' ? layer.getScreenCTM() : null
  return matrix ? matrix.a / k : 1
}

/** Outlines with more corners come from a drawing program. They can be moved, but are no work for a mouse. */
const maxCorners = 120

function Corners({ draft, code, scale }: { draft: MapDraft; code: string; scale: number }) {
  const d = draft.find(({ section }) => section.code === code)?.d ?? null
  const outline = useMemo(() => (d === null ? null : outlineOf(d)), [d])
  if (outline === null || outline.flat().length > maxCorners) return null
  return <CornerHandles outline={outline} scale={scale} />
}

function PenMarks({ points, pen }: { points: readonly Point[]; pen: ReturnType<typeof useSectionPen> }) {
  const { cursor, line } = pen
  return (
    <g className={editor['pen']} aria-hidden data-pen="">
      <path ref={line} className={editor['rubber']} />
      {points.length > 1 && <path d={`M${points.map((at) => at.join(' ')).join('L')}`} />}
      {points.map(([x, y], index) => (
        // Corners are added and taken away at the end only.
        <path key={index} d={`M${x} ${y}h0.001`} className={editor['corner']} />
      ))}
      {cursor && <path d={`M${cursor[0]} ${cursor[1]}m-8 0h16m-8 -8v16`} />}
    </g>
  )
}

/** The one section that Tab goes to; arrow keys walk on from there. */
function useCurrentSection(layer: { readonly current: SVGGElement | null }, draft: MapDraft, selection: Selection) {
  const [walked, setCurrent] = useState<string | null>(null)
  const hasFocus = useRef(false)
  const marked = useRef<SVGPathElement | null>(null)
  const [only] = selection.size === 1 ? selection : []
  const current = useMemo(() => {
    const codes = draft.flatMap(({ section, d }) => (d === null ? [] : [section.code]))
    return codes.find((code) => code === walked) ?? codes.find((code) => code === only) ?? codes[0]
  }, [draft, walked, only])
  const isSelected = current !== undefined && selection.has(current)
  useEffect(() => {
    const path =
      current === undefined
        ? null
        : layer.current?.querySelector<SVGPathElement>(`path[data-section=${CSS.escape(current)}]`)
    // One that stays keeps its attributes: without them it would lose the focus.
    if (marked.current !== path)
      for (const attribute of ['tabindex', 'role', 'aria-label', 'aria-pressed'])
        marked.current?.removeAttribute(attribute)
    marked.current = path ?? null
    if (!path) return
    const named = draft.find(({ section }) => section.code === current)?.section
    path.setAttribute('tabindex', '0')
    path.setAttribute('role', 'button')
    path.setAttribute('aria-label', [named?.name, named?.zone].filter(Boolean).join(', '))
    path.setAttribute('aria-pressed', String(isSelected))
    if (hasFocus.current) path.focus({ preventScroll: true })
    hasFocus.current = false
  }, [layer, draft, current, isSelected])
  return {
    setCurrent,
    focus: (code: string) => {
      hasFocus.current = true
      setCurrent(code)
      if (code === current)
        layer.current?.querySelector<SVGPathElement>(`path[data-section=${CSS.escape(code)}]`)?.focus()
    },
  }
}
