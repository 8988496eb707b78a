/** One paragraph, heading (`#`) or entry of a list (`-`) a line. */
interface DemoText {
  readonly title: string
  readonly path: string
  readonly lines: readonly string[]
}
export interface DemoPage {
  readonly key: string
  readonly template: 'standard' | 'legal' | 'contact' | 'questions' | 'landing'
  readonly en: DemoText
  /** Null: not translated. */
  readonly es: DemoText | null
  readonly esStatus?: 'draft' | 'in_review' | 'machine' | 'outdated'
  readonly publication: 'draft' | 'in_review' | 'published' | 'unpublished'
  readonly publishInDays?: number
  readonly seo?: string
  readonly robots?: 'noindex'
  /** Earlier texts of legal pages: how many of its lines there were, and since how many days it applied (negative: in how many). */
  readonly versions?: readonly { readonly days: number; readonly without: readonly number[]; readonly note: string }[]
}
