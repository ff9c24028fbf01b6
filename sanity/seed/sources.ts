import type { Source } from './types.ts'

/** NOAA's 30-year averages for a station. The means in the city modules are rounded to whole degrees. */
export function climateNormals(station: string): Source {
  return {
    name: `NOAA U.S. Climate Normals 1991–2020, ${station}, rounded`,
    url: 'https://www.ncei.noaa.gov/products/land-based-station/us-climate-normals',
  }
}
