import type { Metadata } from 'next'
import { stegaClean } from 'next-sanity'
import { notFound } from 'next/navigation'
import { DemoScreen } from '@/components/site/demo/demo-screen.tsx'
import { FirstPaintScript } from '@/components/site/layout/page-scripts.tsx'
import { LateScript } from '@/components/ui/late-script.tsx'
import { shellFile } from '@/lib/browser-bundles.js'
import { DEMO_SCREENS, formatDemoTitle } from '@/lib/dashboard/demo/addresses.ts'
import { DEMO_ROOT, joinPath } from '@/lib/routes.ts'
import { buildDocumentMetadata } from '../../../(site)/document-metadata.ts'
import { getShell, getLabels } from '../../../(site)/site-data.ts'
import { StaticPageData } from '../../../(site)/structured-data.tsx'

type Props = { params: Promise<{ path?: string[] }> }

export const dynamic = 'force-static'
export const generateStaticParams = () => []

async function resolveScreen({ params }: Props) {
  const { path: segments = [] } = await params
  const path = segments.length > 0 ? DEMO_ROOT + joinPath(segments) : DEMO_ROOT
  return { path, screen: DEMO_SCREENS.get(path) ?? notFound() }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ path, screen }, { demo }] = await Promise.all([resolveScreen(props), getLabels({ stega: false })])
  const metadata = await buildDocumentMetadata({
    path,
    seo: null,
    title: path === DEMO_ROOT ? demo.title : formatDemoTitle(screen),
    description: demo.description,
    shareImagePath: DEMO_ROOT,
  })
  // Search engines index only the start page of the sample dashboard, because its calls are fictional.
  return path === DEMO_ROOT ? metadata : { ...metadata, robots: { index: false, follow: true } }
}

export default async function Page(props: Props) {
  const [{ path }, { brand, settings, labels }] = await Promise.all([resolveScreen(props), getShell()])
  const booking = settings?.booking
  return (
    <>
      <FirstPaintScript announcement={undefined} />
      <DemoScreen
        path={path}
        brand={stegaClean(brand)}
        labels={stegaClean(labels.demo)}
        request={booking?.url ? { label: booking.label, href: booking.url } : undefined}
      />
      {path === DEMO_ROOT && (
        <StaticPageData path={path} name={labels.demo.title} description={labels.demo.description} />
      )}
      <LateScript src={shellFile.path} />
    </>
  )
}
