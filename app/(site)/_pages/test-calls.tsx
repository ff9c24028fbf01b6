import 'server-only'
import { TestCallList, TestCallScore } from '@/components/test-calls/test-call-list.tsx'
import { bookingAction } from '@/components/ui/button-link.tsx'
import { ClosingBand } from '@/components/ui/closing-band.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { testCalls } from '@/lib/test-calls/scenarios.ts'
import { HEAR_CALL_HREF, TEST_CALLS_PATH } from '@/lib/routes.ts'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { testCallsIntroRead } from '@/sanity/queries/test-calls.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getSettings, getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

const NAME = 'Test calls'

/** Metadata of the test calls. */
export async function testCallsMetadata() {
  const intro = await fetchContent(testCallsIntroRead, { stega: false })
  return documentMetadata({ path: TEST_CALLS_PATH, seo: intro?.seo ?? null, ...introTexts(intro, NAME) })
}

/** The test calls, each played through the rules when the page is rendered. */
export async function TestCalls() {
  const [intro, settings, { testCalls: words, call: speakers }] = await Promise.all([
    fetchContent(testCallsIntroRead),
    getSettings(),
    getWords(),
  ])
  const calls = testCalls()
  const name = intro?.heading ?? NAME
  return (
    <>
      <ListHeader heading={name} text={intro?.text}>
        <TestCallScore calls={calls} words={words} />
      </ListHeader>
      <TestCallList calls={calls} words={words} speakers={speakers} />
      <ClosingBand
        heading={words.closing}
        text={words.closingText}
        actions={[...bookingAction(settings?.booking), { _key: 'hear', label: words.hear, href: HEAR_CALL_HREF }]}
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
