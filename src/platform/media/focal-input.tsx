import type { KeyboardEvent, PointerEvent } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { formatPercent } from '../../core/i18n/formats.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { cropPosition, withinPicture } from './focal-crops.ts'
import { imageAddress } from './image-address.ts'
import classes from './images.module.css'

/** How far an arrow key moves the point; with Shift, ten times as far. */
const step = 0.01

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const crops = [
  { name: msg('square'), ratio: 1 },
  { name: '16 : 9', ratio: 16 / 9 },
  { name: '3 : 1', ratio: 3 },
  { name: '4 : 5', ratio: 4 / 5 },
] as const

const shareIn = (value: unknown) => (typeof value === 'number' ? withinPicture(value) : 0.5)
const percent = (share: number) => formatPercent(Math.round(share * 100) * 100)

/**
 * The picture with its focal point, which every crop keeps; set by pointer or arrow keys, with a preview of the crops.
 */
export function FocalInput({ field, ...props }: InputProps & { field: AnyField }) {
  const { record, readOnly, draft, setField } = props
  const point = { x: shareIn(draft['focalX']), y: shareIn(draft['focalY']) }
  const size = { width: Number(record?.['width'] ?? 1), height: Number(record?.['height'] ?? 1) }
  const shape = size.width / size.height
  const src = record ? imageAddress({ id: Number(record['id']) }, 640) : ''
  const alt =
    typeof draft['altText'] === 'string' && draft['altText'] !== ''
      ? draft['altText']
      : String(record?.['fileName'] ?? '')

  function set(x: number, y: number): void {
    if (readOnly) return
    setField?.('focalX', withinPicture(x))
    setField?.('focalY', withinPicture(y))
  }
  function onPointer(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    set((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }
  function onKey(event: KeyboardEvent): void {
    const [x, y] = arrows[event.key] ?? []
    if (x === undefined || y === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const far = event.shiftKey ? step * 10 : step
    set(point.x + x * far, point.y + y * far)
  }

  return (
    <div className={classes['focal']}>
      <div
        className={classes['canvas']}
        // Its place is there before the picture is.
        style={{ aspectRatio: shape, inlineSize: `min(100%, ${Math.min(640, size.width, 420 * shape)}px)` }}
        data-fixed={readOnly}
        onPointerDown={(event) => {
          if (readOnly || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          event.currentTarget.querySelector('button')?.focus()
          onPointer(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onPointer(event)
        }}
      >
        <img src={src} alt={alt} width={size.width} height={size.height} draggable={false} />
        <button
          type="button"
          className={classes['point']}
          disabled={readOnly}
          style={{ insetInlineStart: `${point.x * 100}%`, insetBlockStart: `${point.y * 100}%` }}
          aria-label={t('Focal point: {x} across, {y} down', { x: percent(point.x), y: percent(point.y) })}
          title={t('Drag, or use the arrow keys')}
          onKeyDown={onKey}
        />
      </div>
      <div className={classes['crops']} role="group" aria-label={t('Crops')}>
        {crops.map(({ name, ratio }) => {
          const { x, y } = cropPosition(size, ratio, point)
          return (
            <figure key={name}>
              <img src={src} alt="" style={{ aspectRatio: String(ratio), objectPosition: `${x * 100}% ${y * 100}%` }} />
              <figcaption>{t(name)}</figcaption>
            </figure>
          )
        })}
      </div>
      <div className={classes['focalNumber']}>{inputOf(field, props)}</div>
    </div>
  )
}
