import 'server-only'
import { TestCallList, TestCallScore } from '@/components/site/test-calls/test-call-list.tsx'
import { toBookingActions } from '@/components/ui/button-link.tsx'
import { ClosingBand } from '@/components/ui/closing-band.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { buildTestCalls } from '@/lib/dashboard/test-calls/scenarios.ts'
import { HEAR_CALL_HREF, TEST_CALLS_PATH } from '@/lib/routes.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { testCallsIntroRead } from '@/sanity/queries/site-settings.ts'
import { introMetadata } from '../document-metadata.ts'
import { getSettings, getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

const PAGE_NAME = 'Test calls'

export const testCallsMetadata = async () =>
  introMetadata(TEST_CALLS_PATH, await fetchContent(testCallsIntroRead, { stega: false }), PAGE_NAME)

export async function TestCalls() {
  const [intro, settings, { testCalls: words, call: speakers }] = await Promise.all([
    fetchContent(testCallsIntroRead),
    getSettings(),
    getWords(),
  ])
  const calls = buildTestCalls()
  const name = intro?.heading ?? PAGE_NAME
  return (
    <>
      <ListHeader heading={name} text={intro?.text}>
        <TestCallScore calls={calls} words={words} />
      </ListHeader>
      <TestCallList calls={calls} words={words} speakers={speakers} />
      <ClosingBand
        heading={words.closing}
        text={words.closingText}
        actions={[...toBookingActions(settings?.booking), { _key: 'hear', label: words.hear, href: HEAR_CALL_HREF }]}
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
