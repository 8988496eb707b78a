import { memo, useMemo } from 'react'
import type { Section } from './manifest.ts'
import type { DrawnMap } from './map-layout.ts'
import { placeOfName, roomForName } from './outline-checks.ts'
import type { MapView } from './use-map-zoom.web.ts'

interface Named {
  readonly code: string
  readonly name: string
  readonly x: number
  readonly y: number
  /** How high its letters can be, in units of the drawing. */
  readonly room: number
}

interface SectionNamesProps {
  readonly map: DrawnMap
  readonly sections: readonly Section[]
  /** How much the drawing is enlarged, and where its corner is. */
  readonly view: MapView
}

/** Letters in units of the drawing at its first size, and the width of one as a share of its height. */
const [letters, wide] = [24, 0.58]
/** A name keeps a little away from the edges of its outline. */
const margin = 1.1

const Name = memo(function Name({ code, name, x, y }: Pick<Named, 'code' | 'name' | 'x' | 'y'>) {
  return (
    <text x={x} y={y} data-name={code}>
      {name}
    </text>
  )
})

/** Of names that would be written over each other the first: a slanted outline has less room than the box around it. */
function apart(names: readonly Named[], size: number): Named[] {
  const lines = new Map<number, Named[]>()
  return names.filter((one) => {
    const line = Math.floor(one.y / size)
    const isOver = [line - 1, line, line + 1].some((near) =>
      lines
        .get(near)
        ?.some(
          (other) =>
            Math.abs(other.y - one.y) < size * 0.8 &&
            Math.abs(other.x - one.x) < ((other.name.length + one.name.length) / 2) * size * wide,
        ),
    )
    if (!isOver) lines.set(line, [...(lines.get(line) ?? []), one])
    return !isOver
  })
}

/**
 * The names of sections in view, each once its outline has room for it: names come while the map is enlarged. They keep
 * their size on the screen. The table and the outlines' titles say the same.
 */
export function SectionNames({ map, sections, view: { k, x: left, y: top } }: SectionNamesProps) {
  const named = useMemo((): readonly Named[] => {
    const names = new Map(sections.map(({ code, name }) => [code, name]))
    return map.shapes.flatMap((shape) => {
      const name = names.get(shape.id)
      const place = name === undefined ? null : placeOfName(shape.d)
      return name !== undefined && place
        ? [{ code: shape.id, name, ...place, room: roomForName(shape.d, name.length * wide) }]
        : []
    })
  }, [map, sections])
  const size = letters / k
  const [viewX = 0, viewY = 0, viewWidth = 0, viewHeight = 0] = map.viewBox.split(' ').map(Number)
  // The page is wider than the drawing's own box, so names beside it are in view too.
  const [acrossMost, downMost] = [viewWidth * 1.5, viewHeight * 1.5]
  const isInView = ({ x, y }: Named) =>
    Math.abs(x * k + left - viewX - viewWidth / 2) < acrossMost &&
    Math.abs(y * k + top - viewY - viewHeight / 2) < downMost
  return (
    <g data-names="" aria-hidden>
      {apart(
        named.filter((one) => size * margin < one.room && isInView(one)),
        size,
      ).map(({ code, name, x, y }) => (
        <Name key={code} code={code} name={name} x={x} y={y} />
      ))}
    </g>
  )
}
