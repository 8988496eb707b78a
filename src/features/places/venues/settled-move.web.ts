import { useEffect, useRef } from 'react'
import type { DraftSection, MapDraft } from './map-draft.ts'
import { withMoved } from './map-draft.ts'
import type { Point } from './outline.ts'
import type { Selection } from './section-selection.ts'

/** Outlines that are written at once: with everything that they lead to less than a frame of work. */
const writtenAtOnce = 250

interface Settling {
  readonly finish: () => void
  readonly stop: () => void
}

/** What is moved, and how far. */
export interface Move {
  readonly draft: MapDraft
  readonly selection: Selection
  readonly by: Point
  readonly layer: SVGGElement
}

/**
 * Puts thousands of moved outlines in their new places bit by bit, since all of them at once would stop the page, and then
 * answers with the draft. What someone does next comes after it: the rest is written at once.
 */
export function useSettledMove() {
  const settling = useRef<Settling | null>(null)
  useEffect(() => {
    const finish = () => settling.current?.finish()
    // The effects of what is inside run first, so undo by keys finds the move that it takes back.
    window.addEventListener('keydown', finish, true)
    window.addEventListener('pointerdown', finish, true)
    return () => {
      settling.current?.stop()
      settling.current = null
      window.removeEventListener('keydown', finish, true)
      window.removeEventListener('pointerdown', finish, true)
    }
  }, [])

  function settle({ draft, selection, by: [dx, dy], layer }: Move, done: (moved: MapDraft) => void): void {
    settling.current?.finish()
    const paths = pathsIn(layer)
    const moved: DraftSection[] = []
    const step = (most: number) => {
      for (const one of withMoved(draft.slice(moved.length, moved.length + most), selection, dx, dy)) {
        moved.push(one)
        if (one.d !== null && selection.has(one.section.code)) paths.get(one.section.code)?.setAttribute('d', one.d)
      }
    }
    const end = () => {
      clearTimeout(timer)
      settling.current = null
      done(moved)
    }
    const next = () => {
      if (moved.length >= draft.length) return end()
      step(writtenAtOnce)
      timer = setTimeout(next)
    }
    let timer = setTimeout(next)
    settling.current = {
      finish: () => {
        step(draft.length)
        end()
      },
      stop: () => clearTimeout(timer),
    }
  }
  return settle
}

const pathsIn = (layer: SVGGElement) =>
  new Map(
    [...layer.querySelectorAll<SVGPathElement>('path[data-section]')].map(
      (path) => [path.dataset['section'] ?? '', path] as const,
    ),
  )
