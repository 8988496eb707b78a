import type { Section, Shape, VenueMap } from './manifest.ts'
import type { StageLabel } from './map-stage.ts'
import { stageLabelOf } from './map-stage.ts'
import type { VenueLayout } from './venue-configurations.ts'

/** A map with the focus of its sections: a stage, a pitch. */
export interface DrawnMap extends VenueMap {
  readonly stage: { readonly d: string; readonly label: StageLabel } | null
}

interface Plan {
  readonly from: number
  readonly to: number
  readonly stretch: number
  readonly stage: DrawnMap['stage']
}

// Degrees clockwise from the right; the stage of a theatre is at the top, so its seats go round below.
const plans: Readonly<Record<Exclude<VenueLayout, 'gallery' | 'general_admission'>, Plan>> = {
  end_stage: { from: -20, to: 200, stretch: 1.15, stage: { d: 'M430 300h140v70h-140Z', label: 'Stage' } },
  theatre: { from: 10, to: 170, stretch: 1.2, stage: { d: 'M400 300h200v60h-200Z', label: 'Stage' } },
  in_the_round: {
    from: -90,
    to: 270,
    stretch: 1,
    stage: { d: 'M455 400a45 45 0 1 0 90 0a45 45 0 1 0 -90 0Z', label: 'Stage' },
  },
  football: { from: -90, to: 270, stretch: 1.3, stage: { d: 'M385 325h230v150h-230Z', label: 'Pitch' } },
  arena: { from: -90, to: 270, stretch: 1.2, stage: { d: 'M410 345h180v110h-180Z', label: 'Court' } },
}

const [centreX, centreY, nearest, farthest] = [500, 400, 125, 385]

/**
 * Generates a plan for a configuration that has no drawing: a ring or arc for each zone, the best nearest, with its
 * sections side by side in manifest order. It shows which sections there are and how they relate, not how large they
 * are.
 */
export function drawMap(layout: VenueLayout, sections: readonly Section[]): DrawnMap {
  if (layout === 'gallery' || layout === 'general_admission') return drawRooms(sections)
  const plan = plans[layout]
  const zones = byRank(sections)
  const depth = (farthest - nearest) / Math.max(1, zones.length)
  const shapes = zones.flatMap((zone, ring): Shape[] => {
    const [inner, outer] = [nearest + ring * depth, nearest + (ring + 1) * depth - 6]
    const step = (plan.to - plan.from) / zone.length
    const gap = Math.min(step * 0.08, 1.2)
    // Below a stage the audience looks up at it, so the first section is on the left, where the arc ends.
    const isArc = plan.to - plan.from < 360
    return zone.map(({ code }, index) => {
      const from = plan.from + (isArc ? zone.length - 1 - index : index) * step
      return { id: code, d: sector(plan.stretch, inner, outer, from + gap, from + step - gap) }
    })
  })
  const half = Math.ceil(farthest * plan.stretch) + 10
  return { viewBox: `${centreX - half} 5 ${2 * half} 790`, shapes, stage: plan.stage }
}

/** Sections by zone, the zone with the best rank first. */
function byRank(sections: readonly Section[]): Section[][] {
  const best = (zone: readonly Section[]) => Math.min(...zone.map(({ rank }) => rank))
  return [...Map.groupBy(sections, ({ zone }) => zone ?? '').values()].sort((a, b) => best(a) - best(b))
}

function sector(stretch: number, inner: number, outer: number, from: number, to: number): string {
  const at = (radius: number, degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${short(centreX + radius * stretch * Math.cos(angle))} ${short(centreY + radius * Math.sin(angle))}`
  }
  const large = to - from > 180 ? 1 : 0
  // An arc that ends where it began would vanish.
  const end = Math.min(to, from + 359.5)
  return (
    `M${at(inner, from)}L${at(outer, from)}A${short(outer * stretch)} ${short(outer)} 0 ${large} 1 ${at(outer, end)}` +
    `L${at(inner, end)}A${short(inner * stretch)} ${short(inner)} 0 ${large} 0 ${at(inner, from)}Z`
  )
}

/** A stored map with its stage apart from the outlines of sections. */
export function withStage(map: VenueMap, sections: readonly Section[]): DrawnMap {
  const codes = new Set(sections.map(({ code }) => code))
  const found = map.shapes.find(({ id }) => stageLabelOf(id) !== null && !codes.has(id))
  const label = found ? stageLabelOf(found.id) : null
  if (!found || label === null) return { ...map, stage: null }
  return { ...map, shapes: map.shapes.filter((shape) => shape !== found), stage: { d: found.d, label } }
}

function drawRooms(sections: readonly Section[]): DrawnMap {
  const across = Math.max(1, Math.ceil(Math.sqrt(sections.length * 1.4)))
  const [width, height] = [160, 120]
  const shapes = sections.map(({ code }, index): Shape => ({
    id: code,
    d: `M${(index % across) * width + 6} ${Math.floor(index / across) * height + 6}h${width - 12}v${height - 12}h${12 - width}Z`,
  }))
  return {
    viewBox: `0 0 ${across * width} ${Math.max(1, Math.ceil(sections.length / across)) * height}`,
    shapes,
    stage: null,
  }
}

const short = (value: number) => Math.round(value * 10) / 10
