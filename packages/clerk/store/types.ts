/** All times are milliseconds since 1970 by the server's clock, unless said otherwise. */
type Timestamps = { id: string; createdAt: number; updatedAt: number }

export type Metadata = Record<string, unknown>

/** A mailed code, of which only a keyed hash is stored. */
export type MailedCode = { hash: string; expiresAt: number; attempts: number }

export type Totp = Timestamps & {
  /** Base32. */
  secret: string
  verified: boolean
  /** The last 30-second step that was accepted: a code works once. */
  lastStep: number
}

export type BackupCodes = Timestamps & { hashes: string[] }

export type User = Timestamps & {
  firstName: string | null
  lastName: string | null
  externalId: string | null
  primaryEmailId: string | null
  /** See passwords.ts. */
  passwordHash: string | null
  passwordUpdatedAt: number | null
  totp: Totp | null
  backupCodes: BackupCodes | null
  plan: string
  publicMetadata: Metadata
  privateMetadata: Metadata
  unsafeMetadata: Metadata
  failedAttempts: number
  lockedUntil: number | null
  banned: boolean
  lastSignInAt: number | null
  lastActiveAt: number | null
}

export type EmailAddress = Timestamps & {
  userId: string
  /** Lower case. */
  address: string
  verified: boolean
  code: MailedCode | null
}

export type Organization = Timestamps & {
  name: string
  slug: string
  createdBy: string | null
  plan: string
  maxAllowedMemberships: number
  publicMetadata: Metadata
  privateMetadata: Metadata
}

export type Membership = Timestamps & {
  organizationId: string
  userId: string
  /** Key of a role, `org:admin`. */
  role: string
  publicMetadata: Metadata
  privateMetadata: Metadata
}

export type Invitation = Timestamps & {
  organizationId: string
  /** Lower case. */
  emailAddress: string
  role: string
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  inviterId: string | null
  /** The account that accepted it. */
  userId: string | null
  redirectUrl: string | null
  ticketHash: string
  expiresAt: number
  publicMetadata: Metadata
  privateMetadata: Metadata
}

/** A browser. */
export type Client = Timestamps & {
  /** Of the secret in its cookie. */
  secretHash: string
  /** Keyed hash of the browser's id with a development key; null with a live key. */
  devBrowser: string | null
  signInId: string | null
  signUpId: string | null
  lastActiveSessionId: string | null
  lastStrategy: string | null
  /** Seconds since 1970 in real time, when a session of it last began or ended; 0 without any. */
  sessionsChangedAt: number
}

export type SessionStatus = 'active' | 'ended' | 'removed' | 'replaced' | 'revoked'

/** The verification of a factor in a sign-in, sign-up or reverification. */
export type FactorCheck = {
  status: 'unverified' | 'verified' | 'expired' | 'failed'
  strategy: string
  emailId: string | null
  code: MailedCode | null
}

export type VerificationLevel = 'first_factor' | 'second_factor' | 'multi_factor'

export type SessionVerification = {
  id: string
  level: VerificationLevel
  status: 'needs_first_factor' | 'needs_second_factor' | 'complete'
  firstFactor: FactorCheck | null
  secondFactor: FactorCheck | null
}

export type Activity = {
  browserName: string | null
  browserVersion: string | null
  deviceType: string | null
  isMobile: boolean
  ipAddress: string | null
}

export type Session = Timestamps & {
  clientId: string
  userId: string
  status: SessionStatus
  lastActiveOrganizationId: string | null
  lastActiveAt: number
  expireAt: number
  abandonAt: number
  firstFactorAt: number
  secondFactorAt: number | null
  verification: SessionVerification | null
  activity: Activity
}

export type SignInStatus =
  | 'needs_identifier'
  | 'needs_first_factor'
  | 'needs_second_factor'
  | 'needs_new_password'
  | 'complete'

export type SignIn = Timestamps & {
  clientId: string
  status: SignInStatus
  identifier: string | null
  userId: string | null
  firstFactor: FactorCheck | null
  secondFactor: FactorCheck | null
  createdSessionId: string | null
}

export type SignUp = Timestamps & {
  clientId: string
  status: 'missing_requirements' | 'complete' | 'abandoned'
  emailAddress: string | null
  emailVerified: boolean
  /** Null until a code is requested. */
  emailCheck: FactorCheck | null
  passwordHash: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  unsafeMetadata: Metadata
  /** The invitation that it began with. */
  invitationId: string | null
  createdUserId: string | null
  createdSessionId: string | null
}

/** Set-Cookie lines that the site fetches at the end of a handshake. */
export type Nonce = { id: string; directives: string[]; expiresAt: number }

/** A one-time sign-in for a user, created through the Backend API. */
export type SignInToken = Timestamps & {
  userId: string
  secretHash: string
  status: 'pending' | 'accepted' | 'revoked'
  expiresAt: number
}
