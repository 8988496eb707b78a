import { type Texts, type Tongue, textsOf, utcSql } from './discovery-texts.server.ts'

/** The record’s own texts by their names in the answer, and what every record ends with. */
export function own(tongue: Tongue, resource: string, fields: Readonly<Record<string, string>>) {
  const texts = textsOf(tongue, 'own', resource, 't.id', Object.keys(fields))
  const sources = Object.entries(fields).map(([field, column]) => [field, `t.${column}`] as const)
  return {
    join: texts.join,
    of: (field: string) => texts.of(field, `t.${fields[field] ?? field}`),
    /** `names`: keys of the answer where they are not those of the fields. `within`: marks of what is in the answer several times. */
    end: (
      others: readonly (readonly [string, Texts, string, string])[],
      { names = {}, within }: { names?: Readonly<Record<string, string>>; within?: string } = {},
    ) => ({
      locale: tongue.asked,
      fallbackFields:
        texts.marks([
          ...sources.map(([field, source]) => [names[field] ?? field, texts, field, source] as const),
          ...others,
        ]) + (within === undefined ? '' : ` || ${within}`),
      outdatedFields: texts.outdated(sources.map(([field]) => [names[field] ?? field, field] as const)),
      updatedAt: utcSql('t.updated_at'),
    }),
  }
}
