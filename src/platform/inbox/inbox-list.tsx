import { Button } from '@mantine/core'
import { formatInstant, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { EmptyTicket } from '../../ui/tickets.tsx'
import classes from './bell.module.css'
import type { InboxItem } from './inbox.ts'
import { recordPageOf } from './record-page.web.ts'
import type { Inbox } from './use-inbox.web.ts'

/** The news, newest first. */
export function InboxList({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const paths = useRecordPaths()
  if (inbox.error) return <Failure error={inbox.error} onRetry={inbox.retry} what={t('Inbox')} />
  if (!inbox.items) return <p className={classes['quiet']}>{t('Loading…')}</p>
  if (inbox.items.length === 0)
    return (
      <div className={classes['nothing']}>
        <EmptyTicket />
        <strong>{t('Nothing new')}</strong>
        <p>{t('Assignments, mentions, finished exports and requests show up here.')}</p>
      </div>
    )
  return (
    <>
      <ul className={classes['list']} aria-label={t('Inbox, newest first')}>
        {inbox.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            address={addressOf(item, paths)}
            onMark={(isRead) => inbox.mark(item, isRead)}
            onOpen={onClose}
          />
        ))}
      </ul>
      {inbox.hasMore && (
        <Button variant="subtle" color="gray" size="compact-sm" className={classes['more'] ?? ''} onClick={inbox.more}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}

/** The page of the record, whichever of its pages the reader can open. */
function addressOf({ resource, recordId, path }: InboxItem, paths: ReturnType<typeof useRecordPaths>): string | null {
  const isPlace = path?.startsWith('#') ?? false
  if (resource === null || (path !== null && !isPlace)) return path
  return recordPageOf(paths, resource, recordId, path ?? '')
}

interface ItemProps {
  item: InboxItem
  address: string | null
  onMark: (isRead: boolean) => void
  onOpen: () => void
}

function Item({ item, address, onMark, onOpen }: ItemProps) {
  const { title, detail, times, createdAt, isRead } = item
  const text = (
    <>
      <strong>{title}</strong>
      <span className={classes['when']}>
        {detail !== null && <span className={classes['detail']}>{detail} · </span>}
        <time dateTime={createdAt} title={formatInstant(createdAt)}>
          {timeAgo(createdAt)}
        </time>
        {times > 1 && ` · ${t('{n} times', { n: times })}`}
      </span>
    </>
  )
  return (
    <li data-unread={!isRead}>
      {address === null ? (
        <div className={classes['item']}>{text}</div>
      ) : (
        <a
          className={classes['item']}
          href={address}
          onClick={() => {
            if (!isRead) onMark(true)
            onOpen()
          }}
        >
          {text}
        </a>
      )}
      <button
        type="button"
        className={classes['mark']}
        aria-label={isRead ? t('Mark as unread: {title}', { title }) : t('Mark as read: {title}', { title })}
        title={isRead ? t('Mark as unread') : t('Mark as read')}
        onClick={() => onMark(!isRead)}
      >
        <span aria-hidden />
      </button>
    </li>
  )
}
