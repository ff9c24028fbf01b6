/** Who the site is to the OAuth server of the tests (oauth-server.ts), and what an owner has there. */

export const GOOGLE_CLIENT = { id: 'ductwise-under-test', secret: 'client-secret-of-the-tests' }
export const TITAN_KEY = { tenant: '5550100', clientId: 'titan-client', clientSecret: 'titan-secret-of-the-tests' }
export const TITAN_APP_KEY = 'app-key-of-the-tests'

/** The environment of a site whose Google and ServiceTitan are that server. */
export const oauthVariables = (issuer: string): Record<string, string> => ({
  INTEGRATION_GOOGLE_WORKSPACE_CLIENT_ID: GOOGLE_CLIENT.id,
  INTEGRATION_GOOGLE_WORKSPACE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
  INTEGRATION_GOOGLE_WORKSPACE_ISSUER: issuer,
  INTEGRATION_GOOGLE_WORKSPACE_API: issuer,
  INTEGRATION_SERVICETITAN_APP_KEY: TITAN_APP_KEY,
  INTEGRATION_SERVICETITAN_ISSUER: issuer,
  INTEGRATION_SERVICETITAN_API: issuer,
})
