import { t } from '../../../core/i18n/language.ts'
import type { Corner, Outline, Point } from './outline.ts'
import { boundsOf } from './outline-checks.ts'
import { middleOf } from './outline-geometry.ts'
import own from './map-editor.module.css'

/** Edges shorter than this have no handle in their middle, in px. */
const shortestEdge = 36

/** Outlines below this size have smaller handles, so that there is still something to drag between them, in px. */
const roomForHandles = 90

interface CornerHandlesProps {
  readonly outline: Outline
  /** Px of a unit of the drawing. */
  readonly scale: number
}

/** The corners of a section to drag, and the middles of its edges, which become corners. */
export function CornerHandles({ outline, scale }: CornerHandlesProps) {
  const bounds = boundsOf([outline])
  const extent = bounds ? Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) : 0
  const isSmall = extent * scale < roomForHandles
  return (
    <g data-corners="" className={own['corners']} data-small={isSmall}>
      {outline.map((ring, index) => (
        // The rings of an outline have no names, and none is added or taken away while it is edited.
        <RingHandles key={index} ring={ring} index={index} scale={scale} />
      ))}
    </g>
  )
}

function RingHandles({ ring, index, scale }: { ring: readonly Corner[]; index: number; scale: number }) {
  return (
    <>
      {ring.map((corner, at) => {
        const from = ring.at(at - 1)?.at
        if (!from || lengthOf(from, corner.at) * scale < shortestEdge) return null
        const [x, y] = middleOf(from, corner)
        return (
          <path key={at} d={dot(x, y)} className={own['middle']} data-corner={at} data-ring={index} data-add="">
            <title>{t('Add a corner here')}</title>
          </path>
        )
      })}
      {ring.map(({ at: [x, y] }, at) => (
        <path
          key={at}
          d={dot(x, y)}
          className={own['corner']}
          data-corner={at}
          data-ring={index}
          tabIndex={0}
          role="button"
          aria-label={t('Corner {n} of {all} at {x}, {y}', { n: at + 1, all: ring.length, x, y })}
        />
      ))}
    </>
  )
}

/** A point that is drawn as its stroke, which keeps its size on the screen. */
const dot = (x: number, y: number) => `M${x} ${y}h0.001`

const lengthOf = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
