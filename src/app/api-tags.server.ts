import { resources } from './registry.server.ts'

/** The subject of each feature's calls, for the API's description. Calls of a resource are listed under its plural. */
const features = {
  'Sign-in': 'Signing in and out, and proving a new address.',
  'Sessions': 'Where a person is signed in.',
  'Home': 'The figures of the first page.',
  'Search': 'Records of every kind by their words.',
  'History': 'What has become of a record, version by version.',
  'Workers': 'The jobs of the server: when they run, what became of it, and what staff can do.',
  'Event providers': 'Who sells us tickets: terms, health by real calls, and taking them off sale.',
  'Availability checks':
    'What providers have of a performance or of a product on a day, asked at once, beside what is stored.',
  'Inbox': 'News for each member of staff, and where it reaches them.',
  'Notes': 'What staff have noted about a record.',
  'Assignments': 'Who works on a record, until when it is put off, and its tags.',
  'References': 'What refers to a record.',
  'Publication': 'What a page lacks before it is published, and its addresses.',
  'Merges': 'Two records of the same thing made one, and taken apart again.',
  'Saved views': 'Lists as people have narrowed and sorted them.',
  'Bulk edits': 'One change of many records, with a preview, results and a way back.',
  'Exports': 'Lists as CSV and XLSX files.',
  'File imports': 'Records from CSV files, tried before they are applied.',
  'Product imports': 'Codes of suppliers’ products that staff paste, and the connections by which they are fetched.',
  'Translations': 'Texts of records in other languages, what is missing, and files for translators.',
  'Roles': 'Who can do what: roles, permissions, and why a person has one.',
  'Live': 'What changes, as it changes.',
  'Website': 'Languages, currencies and domains of the public website.',
  'Customer view': 'An account as its customer sees it, read-only.',
  'Demo': 'Signing in without Google and the emails of the demo. Not there in production.',
} as const

/** Every tag with its sentence: features first, then the resources. */
export const apiTags: Readonly<Record<string, string>> = {
  ...features,
  ...Object.fromEntries(
    resources
      .toSorted((a, b) => (a.label[1] < b.label[1] ? -1 : 1))
      .flatMap(({ label: [, many], summary }) => (summary === undefined ? [] : [[many, summary]])),
  ),
}
