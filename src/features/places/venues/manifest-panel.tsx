import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { KeptDraft } from './kept-draft.ts'
import type { Manifest } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import type { Publish } from './manifest.web.ts'
import { useManifest } from './manifest.web.ts'
import { downloadManifest } from './manifest-file.web.ts'
import type { DrawnMap } from './map-layout.ts'
import { drawMap, withStage } from './map-layout.ts'
import classes from '../geo/places.module.css'
import { SectionBrowser } from './section-browser.tsx'

// Dialogs come when they are opened.
const ManifestImport = lazy(async () => ({ default: (await import('./manifest-import.tsx')).ManifestImport }))
const MapEditor = lazy(async () => ({ default: (await import('./map-editor.tsx')).MapEditor }))
const SectionDialog = lazy(async () => ({ default: (await import('./section-dialog.tsx')).SectionDialog }))

/** The sections of a configuration, as a map and as a table, with their problems. */
export function ManifestPanel({
  id,
  venue,
  mayWrite,
  kept,
  onDirty,
}: {
  id: number
  venue: { readonly id: number; readonly name: string }
  mayWrite: boolean
  /** What was changed on its map before a forced sign-in: editing goes on. */
  kept: KeptDraft | null
  /** Whether its map has changes that are not published. */
  onDirty: (isDirty: boolean) => void
}) {
  const { data, error, refetch, publish, isPublishing } = useManifest(id, venue.id)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Manifest')} />
  if (!data) return <FormSkeleton />
  return <Sections manifest={data} {...{ venue, mayWrite, kept, publish, isPublishing, onDirty }} />
}

interface SectionsProps {
  readonly manifest: Manifest
  readonly venue: { readonly id: number; readonly name: string }
  readonly mayWrite: boolean
  readonly kept: KeptDraft | null
  readonly publish: Publish
  readonly isPublishing: boolean
  readonly onDirty: (isDirty: boolean) => void
}

/** What a first section is drawn on. */
const emptyMap: DrawnMap = { viewBox: '0 0 1000 800', shapes: [], stage: null }

function Sections({ manifest, venue, mayWrite, kept, publish, isPublishing, onDirty }: SectionsProps) {
  const { layout, sections, map } = manifest
  const [isImporting, setImporting] = useState(false)
  const [isDrawing, setDrawing] = useState(kept !== null && mayWrite)
  const restored = useRef(kept)
  /** The place of the section that is being changed; -1 is a new one. */
  const [editing, setEditing] = useState<number | null>(null)
  const drawn = useMemo(() => {
    if (map) return withStage(map, sections)
    return sections.length === 0 ? emptyMap : drawMap(layout, sections)
  }, [map, layout, sections])
  const edited = editing === null ? undefined : sections[editing]
  if (isDrawing) {
    return (
      <Suspense fallback={<FormSkeleton />}>
        <MapEditor
          {...{ manifest, venue, map: drawn, publish, isPublishing, onDirty }}
          kept={restored.current}
          onClose={() => {
            restored.current = null
            onDirty(false)
            setDrawing(false)
          }}
        />
      </Suspense>
    )
  }
  return (
    <>
      <Head
        {...{ manifest, venue, mayWrite, publish, isPublishing }}
        onImport={() => setImporting(true)}
        onAdd={() => setEditing(-1)}
        onDraw={() => setDrawing(true)}
      />
      <Problems manifest={manifest} />
      {sections.length > 0 && (
        <SectionBrowser
          manifest={manifest}
          venue={venue}
          map={drawn}
          mayWrite={mayWrite}
          publish={publish}
          onEdit={setEditing}
        />
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

interface HeadProps extends Omit<SectionsProps, 'onDirty' | 'kept'> {
  readonly onImport: () => void
  readonly onAdd: () => void
  readonly onDraw: () => void
}

function Head({ manifest, venue, mayWrite, publish, isPublishing, onImport, onAdd, onDraw }: HeadProps) {
  const { name, sections, map, manifestAt } = manifest
  async function drawFromManifest(): Promise<void> {
    const problem = await publish({ sections, map: null })
    if (problem !== null) toast.error(problem)
  }
  return (
    <div className={classes['panelHead']}>
      <p>
        {manifestAt === null
          ? t('No manifest has been published.')
          : t('{n, plural, one {# section} other {# sections}}, published {moment}.', {
              n: sections.length,
              moment: formatInstant(manifestAt),
            })}
        {sections.length > 0 && (
          <> {map ? t('The map has its own outlines.') : t('The map is drawn from the manifest.')}</>
        )}
      </p>
      <div className={classes['row']}>
        {mayWrite && (
          <Button variant="default" onClick={onDraw}>
            {sections.length === 0 ? t('Draw the map') : t('Edit map')}
          </Button>
        )}
        {mayWrite && (
          <Button variant="default" onClick={onImport}>
            {t('Import')}
          </Button>
        )}
        {sections.length > 0 && (
          <Button variant="default" onClick={() => downloadManifest(`${venue.name} ${name}`, sections)}>
            {t('Download CSV')}
          </Button>
        )}
        {mayWrite && (
          <Button variant="default" onClick={onAdd}>
            {t('Add a section')}
          </Button>
        )}
        {mayWrite && map && (
          <Button variant="default" loading={isPublishing} onClick={() => void drawFromManifest()}>
            {t('Draw from manifest')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What the manifest lacks, although it is published. */
function Problems({ manifest: { sections, map } }: { manifest: Manifest }) {
  const problems = useMemo(
    () => (sections.length === 0 ? [] : manifestProblems(sections, map?.shapes ?? null, map?.shapes)),
    [sections, map],
  )
  if (problems.length === 0) return null
  return (
    <details>
      <summary>{t('{n, plural, one {One thing to check} other {# things to check}}', { n: problems.length })}</summary>
      <ul>
        {problems.slice(0, 50).map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </details>
  )
}
