import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { ChangeTable } from '../../ui/change-table.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { HistoryProps } from '../../ui/resource/record-tools.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { changeWords, nothing } from '../audit/value-labels.ts'
import { exactWords } from './moments.ts'
import type { Chosen, VersionPreview } from './record.endpoints.ts'
import { restoreEndpoint, versionEndpoint } from './record.endpoints.ts'
import classes from './record-history.module.css'
import { titlesAsRecords } from './value-titles.ts'

const reasons = {
  'read-only': msg('only the server writes it'),
  'personal': msg('it is personal, so the history does not keep it'),
  'other-form': msg('it was kept in another form then'),
}

type RestoreProps = HistoryProps & Chosen & { onBack: () => void }

/** What going back would change, before it is done. */
export function RestorePreview(props: RestoreProps) {
  const { of: resource, record, isDirty = false, version, side, onBack } = props
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'history', record.id, record.version, version.entry, side],
    queryFn: async ({ signal }) =>
      // Edge: the endpoint's own schema is what the server answers by.
      (
        await http.request('GET', pathOf(versionEndpoint(resource), { id: record.id, entry: version.entry }), {
          params: { side },
          signal,
        })
      ).data as VersionPreview,
  })
  const { restore, isRestoring } = useRestore(props)
  const primary = useRef<HTMLButtonElement>(null)
  const isReady = data !== undefined && data.changes.length > 0
  useEffect(() => {
    if (isReady) primary.current?.focus()
  }, [isReady])
  const what =
    side === 'before'
      ? t('the oldest version that is known')
      : t('the version of {exactWords}', { exactWords: exactWords(version.at) })

  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Version')} />
  if (!data) return <FormSkeleton />
  const words = changeWords(data.changes, resource.fields, { zone: null, titles: data.titles })
  return (
    <div className={classes['history']}>
      {words.length === 0 ? (
        <p>{t('{what} had the same values in every field that can be restored.', { what })}</p>
      ) : (
        <>
          <p>
            {t(
              'Restoring {what} changes {n, plural, one {one field} other {# fields}}. It becomes a new version; nothing of the history is lost.',
              { what, n: words.length },
            )}
          </p>
          <ChangeTable
            label={t('What changes')}
            changes={words}
            before={t('Now')}
            after={t('Restored')}
            blank={nothing}
          />
        </>
      )}
      {data.kept.length > 0 && <Kept of={resource} kept={data.kept} />}
      {isDirty && <p>{t('Your unsaved changes stay in the form, on top of the restored version.')}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onBack} disabled={isRestoring}>
          {t('Back')}
        </Button>
        {words.length > 0 && (
          <Button ref={primary} loading={isRestoring} onClick={() => void restore(data)}>
            {t('Restore')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Goes back to a version. What prevents that is shown in the form, with the version's values in it. */
function useRestore({ of: resource, record, version, side, onRefused, onClose, onBack }: RestoreProps) {
  const queries = useQueryClient()
  const restore = useMutation({
    mutationFn: async () =>
      (
        await http.request('POST', pathOf(restoreEndpoint(resource), { id: record.id }), {
          body: { entry: version.entry, side },
          headers: { 'If-Match': `"${record.version}"` },
          quiet: [409, 412, 422],
        })
      ).data as AnyRecord,
  })
  const one = inSentence(t(resource.label[0]))

  async function run(data: VersionPreview): Promise<void> {
    try {
      const saved = await restore.mutateAsync()
      queries.setQueryData([resource.name, 'record', record.id], saved)
      toast.success(t('{one} {value} restored', { one: t(resource.label[0]), value: String(saved[resource.title]) }))
      onClose()
      await queries.invalidateQueries({ queryKey: [resource.name, 'list'] })
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      if (failure.status === 412) {
        toast.warning(t('This {one} changed, so nothing was restored. Check what it is now.', { one }), {
          duration: 8000,
        })
        await queries.invalidateQueries({ queryKey: [resource.name] })
        onBack()
      } else if (failure.status === 409 || failure.status === 422) {
        const problems =
          failure.body.fields && Object.keys(failure.body.fields).length > 0
            ? failure.body.fields
            : { '': failure.message }
        toast.warning(
          t(
            'The earlier version can’t be restored unchanged. Its values are in the form. Fix the fields below and save.',
          ),
          { duration: 8000 },
        )
        onClose()
        onRefused(data.values, problems, titlesAsRecords(resource, data.values, data.titles))
      }
    }
  }

  return { restore: run, isRestoring: restore.isPending }
}

/** What was different in the version and is not restored. */
function Kept({ of: resource, kept }: { of: AnyResource; kept: VersionPreview['kept'] }) {
  return (
    <div className={classes['kept']}>
      <p>{t('Different then, but unchanged:')}</p>
      <ul>
        {kept.map(({ key, because }) => (
          <li key={key}>
            {labelOf(key, resource.fields[key] ?? {})}: {t(reasons[because])}
          </li>
        ))}
      </ul>
    </div>
  )
}
