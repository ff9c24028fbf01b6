import { monthLoads } from '@/lib/site/climate.ts'
import { DARK, MARK } from '@/lib/values/palette.ts'
import { shareLabel, shareTitle, titleSize } from '@/lib/site/seo/share-image/text.ts'

export type ShareCardProps = {
  brand: string
  title: string
  label: string | null
  host: string
  /** Monthly mean temperatures in °F, for the chart of a city. */
  means?: (number | null)[] | null
}

const BAR = 84

function Year({ means }: { means: ShareCardProps['means'] }) {
  const loads = monthLoads(means)
  if (!loads) return null
  const largest = Math.max(...loads.map(({ heating, cooling }) => Math.max(heating, cooling)), 1)
  return (
    <div style={{ display: 'flex', alignItems: 'flex-end', height: BAR }}>
      {loads.map(({ month, heating, cooling }) => (
        <div
          key={month}
          style={{
            width: 16,
            height: Math.max(4, Math.round((Math.max(heating, cooling) / largest) * BAR)),
            marginLeft: 6,
            background: heating >= cooling ? DARK.primary : DARK.accent,
          }}
        />
      ))}
    </div>
  )
}

export function ShareCard({ brand, title, label, host, means }: ShareCardProps) {
  const headline = shareTitle(title)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        background: DARK.background,
        color: DARK.foreground,
        fontFamily: 'Hanken Grotesk',
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, padding: '64px 72px 52px' }}>
        <div style={{ display: 'flex', alignItems: 'center', fontFamily: 'Bricolage Grotesque', fontSize: 44 }}>
          <svg width="56" height="56" viewBox="0 0 28 28" fill="none" strokeWidth="3.2" strokeLinecap="round">
            {MARK.map(({ path, colour }) => (
              <path key={path} d={path} stroke={DARK[colour]} />
            ))}
          </svg>
          <span style={{ marginLeft: 18, letterSpacing: '-0.03em' }}>{shareLabel(brand)}</span>
        </div>
        <div
          style={{
            display: 'flex',
            alignItems: 'center',
            flexGrow: 1,
            maxWidth: 1010,
            fontFamily: 'Bricolage Grotesque',
            fontSize: titleSize(headline),
            lineHeight: 1.04,
            letterSpacing: '-0.03em',
          }}
        >
          {headline}
        </div>
        <div
          style={{
            display: 'flex',
            alignItems: 'flex-end',
            justifyContent: 'space-between',
            fontSize: 30,
            color: DARK['muted-foreground'],
          }}
        >
          <span>{shareLabel(label ?? host)}</span>
          {means ? <Year means={means} /> : label && <span>{host}</span>}
        </div>
      </div>
      <div
        style={{
          height: 10,
          background: `linear-gradient(90deg, ${DARK.primary}, ${DARK.border} 38%, ${DARK.border} 62%, ${DARK.accent})`,
        }}
      />
    </div>
  )
}
