import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import classes from './home.module.css'

const width = 160
const height = 30

/** The course of the last days behind a key figure. The number beside it says what matters, so it is not read out. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [2, width - 4])
  const y = scaleLinear([0, Math.max(1, ...values)], [height - 1, 4])
  const points = values.map((value, place): [number, number] => [x(place), y(value)])
  return (
    <svg className={classes['spark']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes['sparkArea']} d={area<[number, number]>().y0(height)(points) ?? ''} />
      <path className={classes['sparkLine']} d={line()(points) ?? ''} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
