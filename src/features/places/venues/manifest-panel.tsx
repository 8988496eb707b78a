import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import type { Manifest } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import type { Publish } from './manifest.web.ts'
import { useManifest } from './manifest.web.ts'
import { downloadManifest } from './manifest-file.web.ts'
import { drawMap } from './map-layout.ts'
import classes from '../geo/places.module.css'
import { SectionView } from './section-view.tsx'

// The map brings a library of its own, and dialogs come when they are opened.
const VenueMap = lazy(async () => ({ default: (await import('./venue-map.tsx')).VenueMap }))
const ManifestImport = lazy(async () => ({ default: (await import('./manifest-import.tsx')).ManifestImport }))
const SectionDialog = lazy(async () => ({ default: (await import('./section-dialog.tsx')).SectionDialog }))

/** The sections of a configuration, as a map and as a table, with their problems. */
export function ManifestPanel({
  id,
  venue,
  mayWrite,
}: {
  id: number
  venue: { readonly id: number; readonly name: string }
  mayWrite: boolean
}) {
  const { data, error, refetch, publish, isPublishing } = useManifest(id, venue.id)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Manifest')} />
  if (!data) return <FormSkeleton />
  return (
    <Sections manifest={data} venue={venue.name} mayWrite={mayWrite} publish={publish} isPublishing={isPublishing} />
  )
}

interface SectionsProps {
  readonly manifest: Manifest
  readonly venue: string
  readonly mayWrite: boolean
  readonly publish: Publish
  readonly isPublishing: boolean
}

function Sections({ manifest, venue, mayWrite, publish, isPublishing }: SectionsProps) {
  const { name, layout, sections, map, manifestAt } = manifest
  const [selected, setSelected] = useState<string | null>(null)
  const [isImporting, setImporting] = useState(false)
  /** The place of the section that is being changed; -1 is a new one. */
  const [editing, setEditing] = useState<number | null>(null)
  const drawn = useMemo(() => (map ? { ...map, stage: null } : drawMap(layout, sections)), [map, layout, sections])
  const problems = useMemo(
    () => (sections.length === 0 ? [] : manifestProblems(sections, map?.shapes ?? null)),
    [sections, map],
  )
  const edited = editing === null ? undefined : sections[editing]
  return (
    <>
      <div className={classes['panelHead']}>
        <p>
          {manifestAt === null
            ? t('No manifest has been published.')
            : t('{n, plural, one {# section} other {# sections}}, published {moment}.', {
                n: sections.length,
                moment: formatInstant(manifestAt),
              })}
          {sections.length > 0 && <> {map ? t('The map is of a file.') : t('The map is drawn from the manifest.')}</>}
        </p>
        <div className={classes['row']}>
          {mayWrite && (
            <Button variant="default" onClick={() => setImporting(true)}>
              {t('Import')}
            </Button>
          )}
          {sections.length > 0 && (
            <Button variant="default" onClick={() => downloadManifest(`${venue} ${name}`, sections)}>
              {t('Download CSV')}
            </Button>
          )}
          {mayWrite && (
            <Button variant="default" onClick={() => setEditing(-1)}>
              {t('Add a section')}
            </Button>
          )}
          {mayWrite && map && (
            <Button variant="default" loading={isPublishing} onClick={() => void publish({ sections, map: null })}>
              {t('Draw the map instead')}
            </Button>
          )}
        </div>
      </div>
      {problems.length > 0 && (
        <details>
          <summary>
            {t('{n, plural, one {One thing to look at} other {# things to look at}}', { n: problems.length })}
          </summary>
          <ul>
            {problems.slice(0, 50).map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
      {sections.length > 0 && (
        <div className={classes['split']}>
          <div>
            <Suspense>
              <VenueMap
                name={`${venue}, ${name}`}
                map={drawn}
                sections={sections}
                selected={selected}
                onSelect={setSelected}
              />
            </Suspense>
            <SectionView section={sections.find(({ code }) => code === selected)} />
          </div>
          <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('Sections of {name}', { name })}>
            <table className={`${classes['table']} ${classes['wide']}`} aria-label={t('Sections')}>
              <thead>
                <tr>
                  <th scope="col">{t('Section')}</th>
                  <th scope="col">{t('Zone')}</th>
                  <th scope="col" className={classes['number']}>
                    {t('Rank')}
                  </th>
                  <th scope="col">{t('Rows')}</th>
                  <th scope="col" className={classes['number']}>
                    {t('Seats')}
                  </th>
                  {mayWrite && (
                    <th scope="col">
                      <span className="visually-hidden">{t('Commands')}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {sections.map((section, index) => (
                  <tr key={section.code} aria-current={section.code === selected}>
                    <th scope="row">
                      <button
                        type="button"
                        className={classes['link']}
                        aria-label={t('Show {name} on the map', { name: section.name })}
                        onClick={() => setSelected(section.code)}
                      >
                        {section.name}
                      </button>
                    </th>
                    <td>{section.zone}</td>
                    <td className={classes['number']}>{section.rank}</td>
                    <td>{section.isGeneralAdmission ? t('General admission') : rowWords(section.rows)}</td>
                    <td className={classes['number']}>
                      {section.capacity === null ? '' : formatNumber(section.capacity)}
                    </td>
                    {mayWrite && (
                      <td>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={t('Edit {name}', { name: section.name })}
                          onClick={() => setEditing(index)}
                        >
                          {t('Edit')}
                        </Button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
      {isImporting && (
        <Suspense>
          <ManifestImport manifest={manifest} publish={publish} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {editing !== null && (
        <Suspense>
          <SectionDialog
            section={edited ?? null}
            onClose={() => setEditing(null)}
            onSave={(changed) =>
              publish({
                sections: edited ? sections.map((one) => (one === edited ? changed : one)) : [...sections, changed],
              })
            }
            {...(edited && { onRemove: () => publish({ sections: sections.filter((one) => one !== edited) }) })}
          />
        </Suspense>
      )}
    </>
  )
}

/** `A to K`, or the rows themselves if there are few. */
function rowWords(rows: readonly string[]): string {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return ''
  return rows.length <= 3 ? rows.join(', ') : t('{first} to {last} ({n})', { first, last, n: rows.length })
}
