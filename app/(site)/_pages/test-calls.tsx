import 'server-only'
import { TestCallList, TestCallScore } from '@/components/site/test-calls/test-call-list.tsx'
import { toBookingActions } from '@/components/ui/button-link.tsx'
import { ClosingBand } from '@/components/ui/closing-band.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { buildTestCalls } from '@/lib/dashboard/test-calls/scenarios.ts'
import { SAMPLE_CALL_HREF, TEST_CALLS_PATH } from '@/lib/routes.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { testCallsIntroRead } from '@/sanity/queries/site-settings.ts'
import { buildIntroMetadata } from '../document-metadata.ts'
import { getSettings, getLabels } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

const PAGE_NAME = 'Test calls'

export const buildTestCallsMetadata = async () =>
  buildIntroMetadata(TEST_CALLS_PATH, await fetchContent(testCallsIntroRead, { stega: false }), PAGE_NAME)

export async function TestCalls() {
  const [intro, settings, { testCalls: labels, call: speakers }] = await Promise.all([
    fetchContent(testCallsIntroRead),
    getSettings(),
    getLabels(),
  ])
  const calls = buildTestCalls()
  const name = intro?.heading ?? PAGE_NAME
  return (
    <>
      <ListHeader heading={name} text={intro?.text}>
        <TestCallScore calls={calls} labels={labels} />
      </ListHeader>
      <TestCallList calls={calls} labels={labels} speakers={speakers} />
      <ClosingBand
        heading={labels.closing}
        text={labels.closingText}
        actions={[...toBookingActions(settings?.booking), { _key: 'hear', label: labels.hear, href: SAMPLE_CALL_HREF }]}
      />
      <ListData
        list="testCalls"
        name={name}
        path={TEST_CALLS_PATH}
        description={intro?.text}
        entries={calls.map(({ id, title }) => ({ name: title, path: `${TEST_CALLS_PATH}#${id}` }))}
      />
    </>
  )
}
