import { useDraggable } from '@dnd-kit/react'
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled, IconStar, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { basisPointsOf } from '../../core/money.ts'
import { Chip, cellOf } from '../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Grip, RowCommand, RowCommands } from '../../ui/reorder/reorder.tsx'
import { products } from '../products/products.ts'
import type { AliasMember } from './alias.endpoints.ts'
import classes from './aliases.module.css'
import { allDay } from './selection.ts'

interface MemberRowProps {
  member: AliasMember
  isSold: boolean
  mayMove: boolean
  isFirst: boolean
  isLast: boolean
  /** The id of the page. */
  ownId: number
  onMove: (step: 'up' | 'down') => void
  onPin: () => void
  onPrimary: () => void
  onRemove: () => void
}

/** A product of a page: its position, its price and margin, and its availability. */
export function MemberRow({
  member,
  isSold,
  mayMove,
  isFirst,
  isLast,
  ownId,
  onMove,
  onPin,
  onPrimary,
  onRemove,
}: MemberRowProps) {
  const { ref, handleRef, isDragging } = useDraggable({
    id: `member ${member.productId}`,
    type: 'member',
    disabled: !mayMove,
  })
  const paths = useRecordPaths()
  const { title, productId, price, net, currency } = member
  const href = paths('products', 'update', productId)
  return (
    <div ref={ref} className={classes['member']} data-dragging={isDragging} data-sold={isSold}>
      <Grip handleRef={handleRef} isOff={!mayMove} />
      <div className={classes['who']}>
        {href === null ? <strong>{title}</strong> : <a href={href}>{title}</a>}
        <Marks member={member} isSold={isSold} ownId={ownId} />
      </div>
      <Fact label={t('Price')}>{formatMoney(price, currency)}</Fact>
      <Fact label={t('Margin')}>
        {formatMoney(price - net, currency)}
        {price > 0 && <small> {formatPercent(basisPointsOf(price - net, price), 'measured')}</small>}
      </Fact>
      <Fact label={t('Availability')}>{departureWords(member.departures)}</Fact>
      <Fact label={t('Rating')}>
        {member.rating === null ? (
          '–'
        ) : (
          <>
            {formatNumber(member.rating, 1)} <small>({formatNumber(member.reviewCount)})</small>
          </>
        )}
      </Fact>
      {mayMove && (
        <RowCommands label={t('Commands for {name}', { name: title })} className={classes['moves']}>
          <RowCommand
            id={`member-${productId}-up`}
            label={t('Move {name} up', { name: title })}
            disabled={isFirst}
            onClick={() => onMove('up')}
          >
            <IconArrowUp size={15} aria-hidden />
          </RowCommand>
          <RowCommand
            id={`member-${productId}-down`}
            label={t('Move {name} down', { name: title })}
            disabled={isLast}
            onClick={() => onMove('down')}
          >
            <IconArrowDown size={15} aria-hidden />
          </RowCommand>
          <RowCommand label={t('Pin {name}', { name: title })} pressed={member.isPinned} onClick={onPin}>
            {member.isPinned ? <IconPinFilled size={15} aria-hidden /> : <IconPin size={15} aria-hidden />}
          </RowCommand>
          <RowCommand
            label={t('Make this the main page of {name}', { name: title })}
            disabled={member.isPrimary}
            onClick={onPrimary}
          >
            <IconStar size={15} aria-hidden />
          </RowCommand>
          <RowCommand label={t('Take {name} off this page', { name: title })} onClick={onRemove}>
            <IconX size={15} aria-hidden />
          </RowCommand>
        </RowCommands>
      )}
    </div>
  )
}

/** Whose it is, and what it is on this page. */
function Marks({ member, isSold, ownId }: Pick<MemberRowProps, 'member' | 'isSold' | 'ownId'>) {
  const main = useRecordPaths()('aliases', 'update', member.primary.id)
  const { status } = member
  return (
    <span className={classes['marks']}>
      <span>{member.provider.title}</span>
      {status !== 'live' && cellOf('status', products.fields.status, { status })}
      {isSold && <Chip tone="good">{t('Sold now')}</Chip>}
      {member.isPinned && <Chip tone="busy">{t('Pinned')}</Chip>}
      {member.isPrimary ? (
        <Chip>{t('Main page')}</Chip>
      ) : (
        <span>
          {t('Main page:')}{' '}
          {main === null || member.primary.id === ownId ? (
            member.primary.title
          ) : (
            <a href={main}>{member.primary.title}</a>
          )}
        </span>
      )}
    </span>
  )
}

function departureWords(departures: number | null): string {
  if (departures === null) return t('None offered')
  return departures === allDay
    ? t('All day')
    : t('{n, plural, one {# start a day} other {# starts a day}}', { n: departures })
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classes['fact']}>
      <small>{label}</small>
      <span>{children}</span>
    </span>
  )
}
