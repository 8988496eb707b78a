import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { mayDiscardChanges, useLeaveGuard } from '../../../ui/navigation.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { OPEN_LAYERS, takesLetters } from '../../../ui/shortcuts.web.ts'
import { EditorMap } from './editor-map.tsx'
import type { KeptDraft } from './kept-draft.ts'
import type { Manifest, Section } from './manifest.ts'
import type { Publish } from './manifest.web.ts'
import { readMapCoverage } from './map-coverage.ts'
import type { MapDraft } from './map-draft.ts'
import { publicationOf, withDrawn, withoutSections, withSections } from './map-draft.ts'
import { MapEditorBar, MapEditorTools, MapProblems, RebasedNote } from './map-editor-bar.tsx'
import type { DrawnMap } from './map-layout.ts'
import type { Point } from './outline.ts'
import { outlineOf } from './outline.ts'
import type { SectionLabel } from './section-label-form.tsx'
import { SectionLabelForm } from './section-label-form.tsx'
import { SectionSearchBox, useSectionSearch } from './section-search-box.tsx'
import type { Selection } from './section-selection.ts'
import { useSectionSelection } from './use-section-selection.web.ts'
import { SectionTable } from './section-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { problemAfter, useMapDraft } from './use-map-draft.web.ts'
import classes from '../geo/places.module.css'
import own from './map-editor.module.css'

const SectionDialog = lazy(async () => ({ default: (await import('./section-dialog.tsx')).SectionDialog }))

interface MapEditorProps {
  readonly manifest: Manifest
  readonly venue: { readonly id: number; readonly name: string }
  readonly map: DrawnMap
  readonly publish: Publish
  readonly isPublishing: boolean
  /** What was changed before a forced sign-in. */
  readonly kept: KeptDraft | null
  /** Whether leaving would lose changes. */
  readonly onDirty: (isDirty: boolean) => void
  readonly onClose: () => void
}

/** What a section that was drawn has until more is known of it. */
const blank = { rank: 50, isGeneralAdmission: false, rows: [], capacity: null, viewImageId: null, viewImageUrl: null }

/** What is asked for on the map: the labels of a new section, or of the one that is selected. */
type Asking = 'new' | 'rename' | null

/** Whether corners are in the half of a map where its lines begin. What is asked for goes to the other half. */
function isAtStart(map: DrawnMap, corners: readonly Point[]): boolean {
  const [left = 0, , width = 0] = map.viewBox.split(' ').map(Number)
  const sum = corners.reduce((total, [x]) => total + x, 0)
  return sum < corners.length * (left + width / 2)
}

function cornersOf(draft: MapDraft, code: string | undefined): readonly Point[] {
  const d = draft.find(({ section }) => section.code === code)?.d
  return (d ? outlineOf(d) : null)?.flat().map(({ at }) => at) ?? []
}

/** What is asked for on the map, and where the focus goes once it is answered. */
function useAsking() {
  const place = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<Asking>(null)
  const focusMap = () => place.current?.querySelector('svg')?.focus({ preventScroll: true })
  return {
    place,
    asking,
    ask: setAsking,
    focusMap,
    toMap: () => {
      setAsking(null)
      focusMap()
    },
  }
}

function useMapEditor({ manifest, venue, map, publish, kept, onClose }: MapEditorProps) {
  const editor = useMapDraft(manifest, map, kept, venue.id)
  const { draft, sections, isDirty, problems } = editor
  const [said, setSaid] = useState('')
  const [points, setPoints] = useState<readonly Point[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const asking = useAsking()
  const picking = useSectionSelection(sections)
  const { selection, onSelect } = picking
  const [only] = selection.size === 1 ? selection : []
  const named = sections.find(({ code }) => code === only)
  const extras = useMemo(() => extrasOf(map, editor.base), [map, editor.base])
  useUndoKeys(editor.undo, editor.redo, !isSaving)

  function change(next: MapDraft, words: string, isSameStep = false): void {
    // It would be lost: the editor closes once the draft that was sent is published.
    if (isSaving) return
    setRefusal(null)
    setSaid(words)
    editor.change(next, isSameStep)
  }
  function apply(after: readonly Section[]): string | null {
    const problem = problemAfter(draft, after, extras)
    if (problem === null) change(withSections(draft, after), t('Changed'))
    return problem
  }
  function add(section: Section): string | null {
    const problem = problemAfter(draft, [...sections, section], extras)
    if (problem !== null) return problem
    change(withDrawn(draft, section, points ?? []), t('{name} added', { name: section.name }))
    setPoints(null)
    return null
  }
  function label(typed: SectionLabel): string | null {
    const problem =
      asking.asking === 'new' || !named
        ? add({ ...blank, ...typed })
        : apply(sections.map((one) => (one === named ? { ...named, ...typed } : one)))
    if (problem !== null) return problem
    onSelect([typed.code], 'only')
    asking.toMap()
    return null
  }
  function remove(): void {
    const words = t('{n, plural, one {# section deleted} other {# sections deleted}}', { n: selection.size })
    change(withoutSections(draft, selection), words)
    // What was pressed goes with the selection.
    asking.focusMap()
  }
  async function save(): Promise<void> {
    if (problems.length > 0) return setRefusal(t('Fix these, then publish.'))
    setSaving(true)
    const problem = await publish(publicationOf(manifest, map, editor.base, draft))
    if (problem === null) return onClose()
    setSaving(false)
    setRefusal(problem)
  }
  async function leave(): Promise<void> {
    if (!isDirty || (await mayDiscardChanges())) onClose()
  }
  function draw(): void {
    setPoints(points === null ? [] : null)
    asking.toMap()
  }
  const commands = { change, apply, label, remove, save, leave, draw }
  return { ...editor, ...asking, ...picking, ...commands, named, said, setSaid, points, setPoints, refusal, isSaving }
}

/** The ids of outlines that are no sections. */
function extrasOf(map: DrawnMap, base: MapDraft): string[] {
  const origins = new Set(base.map(({ origin }) => origin))
  return map.shapes.flatMap(({ id }) => (origins.has(id) ? [] : [id]))
}

/** Draws, moves and reshapes the sections of a configuration, in a draft that is published at once or not at all. */
export function MapEditor(props: MapEditorProps) {
  const { manifest, venue, isPublishing, onDirty } = props
  const editor = useMapEditor(props)
  const { sections, isDirty, isSaving, selection, onSelect, onShow } = editor
  const [detailed, setDetailed] = useState<Section | null>(null)
  const { data: coverage } = useAnswer(readMapCoverage, { params: { id: venue.id } })
  const searching = useSectionSearch(sections, coverage, onShow)
  const draftManifest = useMemo(() => ({ ...manifest, sections: [...sections] }), [manifest, sections])
  const name = `${venue.name}, ${manifest.name}`
  useLeaveGuard(isDirty)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  return (
    <>
      <MapEditorBar
        {...{ changes: editor.changes, isDirty, isPublishing: isPublishing || isSaving }}
        onLeave={() => void editor.leave()}
        onPublish={() => void editor.save()}
      />
      {/* While this draft is being published, the newer version is its own. */}
      {editor.isRebased && !isSaving && <RebasedNote lost={editor.lost} />}
      <div inert={isSaving} style={{ display: 'contents' }}>
        <MapProblems problems={editor.problems} refusal={editor.refusal} onShow={(code) => onShow([code])} />
        <MapEditorTools
          isDrawing={editor.points !== null}
          canUndo={editor.canUndo}
          canRedo={editor.canRedo}
          onDraw={editor.draw}
          onUndo={editor.undo}
          onRedo={editor.redo}
        />
        <p className="visually-hidden" role="status">
          {editor.said}
        </p>
        {sections.length > 0 && <SectionSearchBox name={manifest.name} {...searching} />}
        {selection.size > 0 && (
          <SelectionBar
            manifest={draftManifest}
            {...{ selection, coverage }}
            mayWrite
            publish={async ({ sections: after }) => editor.apply(after)}
            draft={{ onRename: () => editor.ask('rename'), onDelete: editor.remove }}
            onShow={() => onShow([...selection])}
            onClear={() => onSelect([], 'only')}
          />
        )}
        <div className={classes['split']}>
          <EditorStage editor={editor} found={searching.found} name={name} map={props.map} />
          <SectionTable
            name={manifest.name}
            rows={searching.rows}
            selection={selection}
            mayWrite
            onSelect={onSelect}
            onShow={onShow}
            onEdit={setDetailed}
          />
        </div>
      </div>
      {detailed && !isSaving && (
        <Suspense>
          <SectionDialog
            section={detailed}
            verb={t('Apply')}
            onClose={() => setDetailed(null)}
            onSave={async (after) => editor.apply(sections.map((one) => (one.code === detailed.code ? after : one)))}
          />
        </Suspense>
      )}
    </>
  )
}

interface EditorStageProps {
  readonly editor: ReturnType<typeof useMapEditor>
  readonly name: string
  readonly map: DrawnMap
  readonly found: Selection | null
}

/** The map, with the labels of a section on it while they are asked for. */
function EditorStage({ editor, name, map, found }: EditorStageProps) {
  const { sections, asking, named } = editor
  const isNew = asking === 'new'
  return (
    <div ref={editor.place} className={own['stage']}>
      <EditorMap
        name={name}
        map={map}
        shapes={editor.shapes}
        draft={editor.draft}
        sections={sections}
        selection={editor.selection}
        found={found}
        target={editor.target}
        points={editor.points}
        onPoints={editor.setPoints}
        onDrawn={() => editor.ask('new')}
        onSelect={editor.onSelect}
        onChange={editor.change}
        onDelete={editor.remove}
        onRename={() => editor.ask('rename')}
        onSay={editor.setSaid}
      />
      {asking !== null && (isNew || named) && (
        <SectionLabelForm
          key={asking}
          isAtEnd={isAtStart(map, isNew ? (editor.points ?? []) : cornersOf(editor.draft, named?.code))}
          title={isNew ? t('New section') : t('Rename {name}', { name: named?.name ?? '' })}
          label={isNew || !named ? { name: '', code: '', zone: null } : named}
          zones={[...new Set(sections.flatMap(({ zone }) => zone ?? []))]}
          verb={isNew ? t('Add section') : t('Rename')}
          onCancel={editor.toMap}
          onDone={editor.label}
        />
      )}
    </div>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z wherever the focus is, except in fields, which have their own. */
function useUndoKeys(undo: () => void, redo: () => void, isOn: boolean): void {
  const latest = useRef({ undo, redo, isOn })
  latest.current = { undo, redo, isOn }
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
      if ((key !== 'z' && key !== 'y') || takesLetters(event.target) || document.querySelector(OPEN_LAYERS)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!latest.current.isOn) return
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}
