import { computeMonthLoads } from '@/lib/site/climate.ts'
import { DARK_PALETTE, LOGO_PATHS } from '@/lib/values/palette.ts'
import { formatShareLabel, formatShareTitle, getTitleSize } from '@/lib/site/seo/share-image/text.ts'

export type ShareCardProps = {
  brand: string
  title: string
  label: string | null
  host: string
  /** Monthly mean temperatures in °F, for the chart of a city. */
  means?: (number | null)[] | null
}

const MAX_BAR_HEIGHT = 84

function YearChart({ means }: { means: ShareCardProps['means'] }) {
  const monthlyLoads = computeMonthLoads(means)
  if (!monthlyLoads) return null
  const largest = Math.max(...monthlyLoads.map(({ heating, cooling }) => Math.max(heating, cooling)), 1)
  return (
    <div style={{ display: 'flex', alignItems: 'flex-end', height: MAX_BAR_HEIGHT }}>
      {monthlyLoads.map(({ month, heating, cooling }) => (
        <div
          key={month}
          style={{
            width: 16,
            height: Math.max(4, Math.round((Math.max(heating, cooling) / largest) * MAX_BAR_HEIGHT)),
            marginLeft: 6,
            background: heating >= cooling ? DARK_PALETTE.primary : DARK_PALETTE.accent,
          }}
        />
      ))}
    </div>
  )
}

export function ShareCard({ brand, title, label, host, means }: ShareCardProps) {
  const headline = formatShareTitle(title)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        background: DARK_PALETTE.background,
        color: DARK_PALETTE.foreground,
        fontFamily: 'Hanken Grotesk',
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, padding: '64px 72px 52px' }}>
        <div style={{ display: 'flex', alignItems: 'center', fontFamily: 'Bricolage Grotesque', fontSize: 44 }}>
          <svg width="56" height="56" viewBox="0 0 28 28" fill="none" strokeWidth="3.2" strokeLinecap="round">
            {LOGO_PATHS.map(({ path, color }) => (
              <path key={path} d={path} stroke={DARK_PALETTE[color]} />
            ))}
          </svg>
          <span style={{ marginLeft: 18, letterSpacing: '-0.03em' }}>{formatShareLabel(brand)}</span>
        </div>
        <div
          style={{
            display: 'flex',
            alignItems: 'center',
            flexGrow: 1,
            maxWidth: 1010,
            fontFamily: 'Bricolage Grotesque',
            fontSize: getTitleSize(headline),
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
            color: DARK_PALETTE['muted-foreground'],
          }}
        >
          <span>{formatShareLabel(label ?? host)}</span>
          {means ? <YearChart means={means} /> : label && <span>{host}</span>}
        </div>
      </div>
      <div
        style={{
          height: 10,
          background: `linear-gradient(90deg, ${DARK_PALETTE.primary}, ${DARK_PALETTE.border} 38%, ${DARK_PALETTE.border} 62%, ${DARK_PALETTE.accent})`,
        }}
      />
    </div>
  )
}
