import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPolygon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listOf } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { ManifestProblem, Section } from './manifest.ts'
import type { DraftChanges } from './map-draft.ts'
import { draftChangeKinds } from './map-draft.ts'
import own from './map-editor.module.css'

const kindWords: Readonly<Record<keyof DraftChanges, (n: number) => string>> = {
  added: (n) => t('{n, plural, one {# section added} other {# sections added}}', { n }),
  moved: (n) => t('{n, plural, one {# section moved} other {# sections moved}}', { n }),
  reshaped: (n) => t('{n, plural, one {# section reshaped} other {# sections reshaped}}', { n }),
  renamed: (n) => t('{n, plural, one {# section renamed} other {# sections renamed}}', { n }),
  changed: (n) => t('{n, plural, one {# section changed} other {# sections changed}}', { n }),
  deleted: (n) => t('{n, plural, one {# section deleted} other {# sections deleted}}', { n }),
}

interface MapEditorBarProps {
  readonly changes: DraftChanges
  readonly isDirty: boolean
  readonly isPublishing: boolean
  readonly onLeave: () => void
  readonly onPublish: () => void
}

/** What would be published, and the buttons that publish or drop it. */
export function MapEditorBar({ changes, isDirty, isPublishing, onLeave, onPublish }: MapEditorBarProps) {
  const words = draftChangeKinds.flatMap((kind) => (changes[kind] > 0 ? [kindWords[kind](changes[kind])] : []))
  return (
    <div className={own['bar']} role="group" aria-label={t('Unpublished changes')}>
      <p role="status" data-unsaved={isDirty}>
        {isDirty ? words.join(', ') : t('No changes yet')}
      </p>
      <Button variant="default" onClick={onLeave} disabled={isPublishing}>
        {isDirty ? t('Discard…') : t('Stop editing')}
      </Button>
      <Button onClick={onPublish} disabled={!isDirty} loading={isPublishing}>
        {t('Publish')}
      </Button>
    </div>
  )
}

const mapKeys: readonly (readonly [keys: string, words: string])[] = [
  ['Tab', msg('To the sections of the map, then to the corners of the selected one')],
  ['← ↑ → ↓', msg('To the next section; moves what is selected by 1')],
  ['Shift ← ↑ → ↓', msg('Moves what is selected by 10')],
  ['Enter', msg('Selects a section; again, goes to its corners')],
  ['Space', msg('Adds a section to the selection, or takes it away')],
  ['A', msg('Adds a corner after this one')],
  ['Delete', msg('Deletes the corner or the selected sections')],
  ['F2', msg('Renames the section')],
  ['D', msg('Draws a section')],
  ['Esc', msg('Goes back one step')],
  ['Ctrl Z', msg('Undo')],
  ['Ctrl Shift Z', msg('Redo')],
]
const penKeys: typeof mapKeys = [
  ['← ↑ → ↓', msg('Moves the pen by 1; with Shift by 10')],
  ['Space', msg('Sets a corner at the pen')],
  ['Enter', msg('Closes the outline')],
  ['Backspace', msg('Removes the last corner')],
  ['Esc', msg('Drops the outline')],
]

interface MapEditorToolsProps {
  readonly isDrawing: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onDraw: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

export function MapEditorTools({ isDrawing, canUndo, canRedo, onDraw, onUndo, onRedo }: MapEditorToolsProps) {
  return (
    <div className={own['tools']} role="toolbar" aria-label={t('Map tools')}>
      <Button
        size="compact-md"
        variant={isDrawing ? 'light' : 'default'}
        aria-pressed={isDrawing}
        leftSection={<IconPolygon size={15} aria-hidden />}
        onClick={onDraw}
      >
        {t('Draw section')}
      </Button>
      <Step keys="Ctrl+Z" icon={<IconArrowBackUp size={15} aria-hidden />} canGo={canUndo} onGo={onUndo}>
        {t('Undo')}
      </Step>
      <Step keys="Ctrl+Shift+Z" icon={<IconArrowForwardUp size={15} aria-hidden />} canGo={canRedo} onGo={onRedo}>
        {t('Redo')}
      </Step>
      <p>
        {isDrawing
          ? t('Click each corner. Click the first one again or double-click to close the outline.')
          : t('Drag selected sections to move them, or a corner to reshape one.')}
      </p>
      <details>
        <summary>{t('Keys')}</summary>
        <dl id="map-editor-keys">
          {(isDrawing ? penKeys : mapKeys).map(([keys, words]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{t(words)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

interface StepProps {
  readonly keys: string
  readonly icon: ReactNode
  readonly canGo: boolean
  readonly onGo: () => void
  readonly children: string
}

/** Keeps the focus after the last step, which `disabled` would drop. */
function Step({ keys, icon, canGo, onGo, children }: StepProps) {
  return (
    <Button
      size="compact-md"
      variant="default"
      title={keys}
      aria-disabled={!canGo}
      {...(!canGo && { 'data-disabled': true })}
      leftSection={icon}
      onClick={() => canGo && onGo()}
    >
      {children}
    </Button>
  )
}

interface MapProblemsProps {
  readonly problems: readonly ManifestProblem[]
  /** What the server said. */
  readonly refusal: string | null
  readonly onShow: (code: string) => void
}

/** Sentences listed before the rest is counted. */
const shownMost = 6

/** What has to be put right before a map is published, each sentence with the way to its section. */
export function MapProblems({ problems, refusal, onShow }: MapProblemsProps) {
  if (problems.length === 0 && refusal === null) return null
  return (
    <div className={own['problems']} role="alert">
      {refusal !== null && <p>{refusal}</p>}
      <ul>
        {problems.slice(0, shownMost).map(({ message, code }) => (
          <li key={`${code} ${message}`}>
            {message}{' '}
            {code !== null && (
              <Button size="compact-xs" variant="default" onClick={() => onShow(code)}>
                {t('Show on map')}
              </Button>
            )}
          </li>
        ))}
        {problems.length > shownMost && <li>{t('and {n} more', { n: problems.length - shownMost })}</li>}
      </ul>
    </div>
  )
}

/** Says that the draft is on top of a newer manifest, and which changed sections are not in that. */
export function RebasedNote({ lost }: { readonly lost: readonly Section[] }) {
  const names = listOf(lost.map(({ name }) => name))
  return (
    <p role="status">
      {t('Someone else published this map. Your changes are on top of theirs: check them before you publish.')}
      {lost.length > 0 && ` ${t('Sections that you changed and they deleted: {names}', { names })}`}
    </p>
  )
}
