import { Button } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { IconArrowBackUp, IconFilePlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Tone } from '../../core/resource/fields.ts'
import { formatInstant, nameOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { useLookAgain } from './look-again.web.ts'
import type { PageVersion } from './static-page.endpoints.ts'
import { readPageVersions, restorePageVersion, withdrawPageVersion } from './static-page.endpoints.ts'
import { staticPages } from './static-pages.ts'
import classes from './static-pages.module.css'
import { CompareDialog } from './compare-dialog.tsx'
import { VersionDialog } from './version-dialog.tsx'

const states: Readonly<Record<PageVersion['state'], readonly [words: string, tone: Tone]>> = {
  planned: [msg('Scheduled'), 'busy'],
  in_force: [msg('Active'), 'good'],
  superseded: [msg('Superseded'), 'neutral'],
}

/** What customers have agreed to, since when, and what they will agree to next. */
export function VersionsPanel({ page }: { page: AnyRecord }) {
  const may = useMay()
  const { data, error, refetch } = useAnswer(readPageVersions, { params: { id: page.id }, staleTime: 0 })
  useLookAgain(page, refetch)
  const [isAdding, setAdding] = useState(false)
  const [compared, setCompared] = useState<PageVersion | null>(null)
  const again = () => void refetch()
  return (
    <section className={classes['panel']} aria-label={t('Versions')}>
      <div className={classes['head']}>
        <h2>{t('Versions')}</h2>
        {may('publish', 'static-pages') && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFilePlus size={15} aria-hidden />}
            disabled={data?.isDraftNewer !== true}
            onClick={() => setAdding(true)}
          >
            {t('Make the text a version…')}
          </Button>
        )}
      </div>
      <p>
        {data?.isDraftNewer === false
          ? t('The text above is the latest version’s.')
          : t('The text above is a draft. The active version applies.')}
      </p>
      {error && !data && <Failure error={error} onRetry={again} what={t('Versions')} />}
      {data?.versions.length === 0 && <p>{t('No versions yet, so nothing applies.')}</p>}
      {data && data.versions.length > 0 && (
        <div className={classes['tableBox']} role="region" tabIndex={0} aria-label={t('Table of versions')}>
          <table className={classes['versions']}>
            <thead>
              <tr>
                <th scope="col">{t('Version')}</th>
                <th scope="col">{t('Applies from')}</th>
                <th scope="col">{t('Languages')}</th>
                <th scope="col">{t('Note')}</th>
                <th scope="col">{t('Created by')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('Commands')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.versions.map((version) => (
                <tr key={version.id}>
                  <th scope="row">
                    {version.number} <Chip tone={states[version.state][1]}>{t(states[version.state][0])}</Chip>
                  </th>
                  <td>{formatInstant(version.effectiveFrom)}</td>
                  <td>
                    {Object.keys(version.texts)
                      .map((code) => nameOf('language', code))
                      .join(', ') || '–'}
                  </td>
                  <td>{version.note ?? '–'}</td>
                  <td title={t('SHA-256 {hash}', { hash: version.sha256 })}>{version.createdBy}</td>
                  <td>
                    <Commands page={page} version={version} onCompare={() => setCompared(version)} onDone={again} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isAdding && <VersionDialog page={page} onClose={() => setAdding(false)} onDone={again} />}
      {compared && data && (
        <CompareDialog page={page} versions={data.versions} first={compared} onClose={() => setCompared(null)} />
      )}
    </section>
  )
}

function Commands({
  page,
  version,
  onCompare,
  onDone,
}: {
  page: AnyRecord
  version: PageVersion
  onCompare: () => void
  onDone: () => void
}) {
  const may = useMay()
  const { number } = version
  const params = { id: page.id, versionId: version.id }
  const withdraw = useCommand(withdrawPageVersion, { refresh: [staticPages], quiet: [409] })
  const restore = useCommand(restorePageVersion, { refresh: [staticPages], quiet: [409] })

  async function run(command: () => Promise<unknown>, said: string): Promise<void> {
    try {
      await command()
      toast.success(said)
    } catch (failure) {
      if (failure instanceof FailedRequest) toast.error(failure.message)
    }
    onDone()
  }

  async function bringBack(): Promise<void> {
    const { action } = await confirmBox(
      t(
        'Its text becomes the draft again, in every language that it has. Translations that differ must be approved again before readers see them; titles that a published page needs stay as they are. What applies stays as it is until you make the draft a version.',
      ),
      t('Restore version {number}?', { number }),
      { confirmText: t('Restore') },
    )
    if (action === 'confirm')
      await run(() => restore.mutateAsync({ params }), t('Version {number} restored as the draft', { number }))
  }

  async function withdrawVersion(): Promise<void> {
    const { action } = await confirmBox(
      t('It isn’t active yet, so no customer has agreed to it. The draft stays as it is.'),
      t('Withdraw version {number}?', { number }),
      { confirmText: t('Withdraw') },
    )
    if (action === 'confirm')
      await run(() => withdraw.mutateAsync({ params }), t('Version {number} is withdrawn', { number }))
  }

  return (
    <span className={classes['commands']}>
      <VersionButton label={t('Compare')} name={t('Compare version {number}', { number })} run={onCompare} />
      {may('write', 'static-pages') && (
        <VersionButton
          label={t('Restore')}
          name={t('Restore version {number} as the draft', { number })}
          icon={IconArrowBackUp}
          run={() => void bringBack()}
        />
      )}
      {version.state === 'planned' && may('publish', 'static-pages') && (
        <VersionButton
          label={t('Withdraw')}
          name={t('Withdraw version {number}', { number })}
          icon={IconTrash}
          run={() => void withdrawVersion()}
        />
      )}
    </span>
  )
}

interface VersionButtonProps {
  readonly label: string
  /** The label with the number of the version, for those who do not see its row. */
  readonly name: string
  readonly icon?: TablerIcon
  readonly run: () => void
}

function VersionButton({ label, name, icon: Icon, run }: VersionButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={Icon && <Icon size={13} aria-hidden />}
      aria-label={name}
      onClick={run}
    >
      {label}
    </Button>
  )
}
