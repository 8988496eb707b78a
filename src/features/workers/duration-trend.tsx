import { formatBriefly } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { durationWords, lasted } from './durations.ts'
import type { WorkerRun } from './workers.endpoints.ts'
import classes from './workers.module.css'

const [bars, height, width, gap] = [30, 44, 8, 3]

/** How long the last runs took, the newest at the end; those that failed stand out. */
export function DurationTrend({ runs }: { runs: readonly WorkerRun[] }) {
  const ended = runs
    .flatMap(({ id, state, startedAt, finishedAt }) => {
      const took = finishedAt === null || state === 'skipped' ? null : lasted(startedAt, finishedAt)
      return took === null || startedAt === null ? [] : [{ id, state, took, startedAt }]
    })
    .slice(0, bars)
    .toReversed()
  if (ended.length < 3) return null
  const longest = Math.max(...ended.map(({ took }) => took), 1)
  const usual = ended.map(({ took }) => took).toSorted((one, other) => one - other)[Math.floor(ended.length / 2)] ?? 0
  const words = t('Usually {usual}, at most {longest} in the last {n} runs', {
    usual: durationWords(usual),
    longest: durationWords(longest),
    n: ended.length,
  })
  return (
    <figure className={classes['trend']}>
      <svg width={ended.length * (width + gap)} height={height} role="img" aria-label={words}>
        {ended.map(({ id, state, took, startedAt }, place) => {
          const tall = Math.max(2, (took / longest) * height)
          return (
            <rect
              key={id}
              data-state={state}
              x={place * (width + gap)}
              y={height - tall}
              width={width}
              height={tall}
              rx={1.5}
            >
              <title>{`${formatBriefly(startedAt)} · ${durationWords(took)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  )
}
