import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { parseJsonBody } from './json-body.server.ts'
import { t } from '../i18n/language.ts'
import { createRateLimit, networkOf } from './rate-limit.server.ts'

/** Where browsers send what the Content-Security-Policy refused. */
export const cspReportsPath = '/csp-reports'

const largestReport = 16 * 1024
const longest = 300
const reportsPerMinute = 30

const short = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value: unknown) => (typeof value === 'string' ? value.slice(0, longest) : undefined)),
  ),
)
/** The words of the Reporting API, and those of report-uri for browsers that know no other. */
const reportsBody = z.union([
  z.array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        documentURL: short,
        effectiveDirective: short,
        blockedURL: short,
        sourceFile: short,
        sample: short,
      }),
    }),
  ),
  z.pipe(
    z.object({
      'csp-report': z.object({
        'document-uri': short,
        'violated-directive': short,
        'blocked-uri': short,
        'source-file': short,
      }),
    }),
    z.transform(({ 'csp-report': report }) => [
      {
        type: 'csp-violation' as const,
        body: {
          documentURL: report['document-uri'],
          effectiveDirective: report['violated-directive'],
          blockedURL: report['blocked-uri'],
          sourceFile: report['source-file'],
          sample: undefined,
        },
      },
    ]),
  ),
])

/**
 * Takes violation reports and writes them to the log, where an attack or a mistake of ours shows. Anyone can send one,
 * so they are small, few per network, cut short, and answered with 204 whatever they say.
 */
export function collectCspReports(server: FastifyInstance): void {
  const limit = createRateLimit({ limit: reportsPerMinute, windowSeconds: 60, message: () => t('Too many reports.') })
  void server.register(async function cspReports(scope) {
    for (const type of ['application/reports+json', 'application/csp-report']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, function readReport(_request, body, done) {
        try {
          done(null, parseJsonBody(body as Buffer))
        } catch (refusal) {
          done(refusal instanceof Error ? refusal : new Error(String(refusal)))
        }
      })
    }
    scope.post(cspReportsPath, { bodyLimit: largestReport }, (request, reply) => {
      limit.take(networkOf(request.clientAddress))
      const reports = z.safeParse(reportsBody, request.body)
      for (const { body } of reports.success ? reports.data.slice(0, 10) : []) {
        request.log.warn({ violation: body }, 'A browser refused something for our Content-Security-Policy')
      }
      void reply.code(204).send()
    })
  })
}
