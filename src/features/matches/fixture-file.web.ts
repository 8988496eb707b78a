import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { base64Of } from '../../platform/transfer/upload.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { unreadable } from '../../ui/unread-file.ts'
import { performers } from '../events/performer/performers.ts'
import type { FixtureInput, FixturePreview } from './fixture.endpoints.ts'
import { importFixtures, listMatchChanges, maxBytes, previewFixtures } from './fixture.endpoints.ts'
import { matches } from './matches.ts'

type Chosen = Pick<FixtureInput, 'fileName' | 'content' | 'contentEncoding'>
export type Options = Omit<FixtureInput, keyof Chosen>
/** Before a file has said anything. */
const begin = (): Options => ({
  sport: 'football',
  timeZone: null,
  isOneZone: false,
  countryId: null,
  competition: null,
  season: null,
  dateOrder: null,
  answers: [],
  columns: null,
  readings: [],
  zones: [],
  matches: [],
})

/** A file of fixtures, how to read it, and what is found in it. */
export function useFixtureFile() {
  const [file, setFile] = useState<Chosen | null>(null)
  const [options, setOptions] = useState(begin)
  // The results stay on screen during a new search, so that typing is not interrupted.
  const [found, setFound] = useState<FixturePreview | null>(null)
  const latest = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const preview = useMutation({
    mutationFn: async (input: FixtureInput) =>
      (await http.request('POST', previewFixtures.path, { body: input, quiet: [422] })).data as FixturePreview,
  })

  async function look(from: Chosen, next: Options): Promise<void> {
    setProblem(null)
    setFields({})
    setOptions(next)
    const turn = ++latest.current
    try {
      const seen = await preview.mutateAsync({ ...from, ...next })
      // Typing on sends another request in the meantime: only the last answer counts.
      if (turn !== latest.current) return
      setFound(seen)
      setOptions((now) => ({
        ...now,
        competition: now.competition ?? seen.competition,
        season: now.season ?? seen.season,
      }))
    } catch (failure) {
      if (turn === latest.current) tell(failure)
    }
  }

  function tell(failure: unknown): void {
    if (!(failure instanceof FailedRequest)) return
    setFields(failure.body.fields ?? {})
    setProblem(failure.message)
  }

  async function choose(chosen: File | null): Promise<void> {
    const turn = ++latest.current
    setFound(null)
    setFile(null)
    setProblem(null)
    setFields({})
    if (!chosen) return
    if (chosen.size > maxBytes) return setProblem(t('The file is too large: it can have {n} bytes.', { n: maxBytes }))
    // Its bytes and not its text, because spreadsheets save other encodings than the browser assumes.
    const content = await base64Of(chosen).catch(() => null)
    // Another file can be chosen, or this one taken out again, before it has been read.
    if (turn !== latest.current) return
    if (content === null) return setProblem(unreadable())
    const from: Chosen = { fileName: chosen.name.slice(0, 200), content, contentEncoding: 'base64' }
    setFile(from)
    const { sport, countryId } = options
    await look(from, { ...begin(), sport, countryId })
  }

  /** Shows at once what is entered. The file is read again by `change`. */
  const enter = (values: Partial<Options>) => setOptions((now) => ({ ...now, ...values }))
  const change = (values: Partial<Options>) => file && void look(file, { ...options, ...values })
  return { file, options, found, problem, fields, isReading: preview.isPending, choose, enter, change, tell }
}
export type FixtureFile = ReturnType<typeof useFixtureFile>

/** Stores what was found, says how much that was, and shows the changes that wait for approval. */
export function useImport({ file, options, tell }: FixtureFile) {
  const [, setQuery] = useRouteQuery()
  const queries = useQueryClient()
  const run = useCommand(importFixtures, { refresh: [matches, performers], quiet: [409, 422] })
  async function submit(): Promise<void> {
    if (!file) return
    try {
      const { created, same, teams, spellings, changes } = await run.mutateAsync({ input: { ...file, ...options } })
      toast.success(
        t(
          '{created, plural, one {# match} other {# matches}} imported, {same} unchanged; {teams, plural, one {# new team} other {# new teams}}, {spellings, plural, one {# new spelling} other {# new spellings}}',
          { created, same, teams, spellings },
        ),
        { duration: 8000 },
      )
      await queries.invalidateQueries({ queryKey: [listMatchChanges.path] })
      setQuery({ show: changes > 0 ? 'changes' : null })
    } catch (failure) {
      tell(failure)
    }
  }

  return { isImporting: run.isPending, submit }
}
