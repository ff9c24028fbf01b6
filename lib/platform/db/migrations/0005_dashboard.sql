CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"lead_id" uuid,
	"call_id" uuid,
	"customer" text NOT NULL,
	"phone" text,
	"address" text,
	"job" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"technician" text,
	"state" text DEFAULT 'requested' NOT NULL,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointments_of" UNIQUE("organization_id","id"),
	CONSTRAINT "appointments_window" CHECK ("appointments"."ends_at" > "appointments"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "appointments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"external_id" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"caller_name" text,
	"caller_phone" text,
	"language" text DEFAULT 'en' NOT NULL,
	"outcome" text NOT NULL,
	"summary" text,
	"caller_words" text,
	"transcript" jsonb,
	"transcript_deleted_at" timestamp with time zone,
	"recording_url" text,
	"recording_deleted_at" timestamp with time zone,
	"attention" text,
	"attention_ended_at" timestamp with time zone,
	"rule" text,
	"handed_to_id" text,
	"handed_over_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', coalesce("calls"."caller_name", '') || ' ' || coalesce("calls"."caller_phone", '')), 'A') ||
        setweight(to_tsvector('english', coalesce("calls"."summary", '') || ' ' || coalesce("calls"."caller_words", '')), 'B') ||
        jsonb_to_tsvector('english', jsonb_path_query_array(coalesce("calls"."transcript", '[]'), '$[*].text'), '["string"]')) STORED,
	CONSTRAINT "calls_of" UNIQUE("organization_id","id"),
	CONSTRAINT "calls_once" UNIQUE("organization_id","external_id"),
	CONSTRAINT "calls_duration" CHECK ("calls"."duration" between 0 and 86400)
);
--> statement-breakpoint
ALTER TABLE "calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject_id" text,
	"details" jsonb
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "authorizations" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"verifier" text NOT NULL,
	"request" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "authorizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"scopes" text[] NOT NULL,
	"writes" text[] NOT NULL,
	"secret" text NOT NULL,
	"expires_at" timestamp with time zone,
	"account" text,
	"checked_at" timestamp with time zone,
	"failure" text,
	"last_used_at" timestamp with time zone,
	"created_by_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_once" UNIQUE("organization_id","provider")
);
--> statement-breakpoint
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"ending" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotent_requests" (
	"organization_id" text NOT NULL,
	"key_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_requests_organization_id_key_id_idempotency_key_pk" PRIMARY KEY("organization_id","key_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "idempotent_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lead_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"lead_id" uuid NOT NULL,
	"author_id" text,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"call_id" uuid,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"address" text,
	"zip" text,
	"problem" text NOT NULL,
	"safety" text,
	"system" text,
	"urgency" text DEFAULT 'soon' NOT NULL,
	"stage" text DEFAULT 'new' NOT NULL,
	"source" text NOT NULL,
	"assignee_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (lower(regexp_replace(normalize("leads"."name", NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL,
	"urgency_rank" integer GENERATED ALWAYS AS (case "leads"."urgency" when 'now' then 0 when 'today' then 1 when 'soon' then 2 else 3 end) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(lower(regexp_replace(normalize("leads"."name" || ' ' || coalesce("leads"."email", '') || ' ' || coalesce("leads"."address", '') || ' ' || coalesce("leads"."zip", '') || ' ' || "leads"."problem" || ' ' || coalesce("leads"."safety", '') || ' ' || coalesce("leads"."system", ''), NFD), '[\u0300-\u036f]', '', 'g')), '@./_', '    ')) || to_tsvector('simple', coalesce(substr("leads"."phone", 2) || ' ' || right("leads"."phone", 10) || ' ' || right("leads"."phone", 7) || ' ' || right("leads"."phone", 4), '')) || to_tsvector('english', "leads"."problem" || ' ' || coalesce("leads"."safety", '') || ' ' || coalesce("leads"."system", ''))) STORED,
	CONSTRAINT "leads_of" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "leads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organization_settings" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"hours" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"service_area" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"greeting" text,
	"on_call" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paging_minutes" integer DEFAULT 5 NOT NULL,
	"forwarding_number" text,
	"forwarded_at" timestamp with time zone,
	"voice_agent_id" text,
	"second_factor_required" boolean DEFAULT false NOT NULL,
	"recording_days" integer DEFAULT 30 NOT NULL,
	"transcript_days" integer DEFAULT 90 NOT NULL,
	"call_days" integer DEFAULT 365 NOT NULL,
	"lead_days" integer DEFAULT 730 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_settings_voice_agent_id_unique" UNIQUE("voice_agent_id")
);
--> statement-breakpoint
ALTER TABLE "organization_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organization_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "retention_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_by_time" ON "appointments" USING btree ("organization_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointments_lead" ON "appointments" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "appointments_call" ON "appointments" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_of" ON "calendar_feeds" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "calls_by_time" ON "calls" USING btree ("organization_id","started_at","id");--> statement-breakpoint
CREATE INDEX "calls_by_caller" ON "calls" USING btree ("organization_id","caller_phone");--> statement-breakpoint
CREATE INDEX "calls_waiting" ON "calls" USING btree ("organization_id","started_at") WHERE attention is not null and attention_ended_at is null;--> statement-breakpoint
CREATE INDEX "calls_search" ON "calls" USING gin ("search");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "events_of_subject" ON "events" USING btree ("organization_id","subject_id","at");--> statement-breakpoint
CREATE INDEX "authorizations_of" ON "authorizations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "api_keys_of" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "idempotent_requests_by_time" ON "idempotent_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lead_notes_of" ON "lead_notes" USING btree ("organization_id","lead_id","created_at");--> statement-breakpoint
CREATE INDEX "leads_by_time" ON "leads" USING btree ("organization_id","created_at","id","stage","urgency","source","assignee_id");--> statement-breakpoint
CREATE INDEX "leads_by_name" ON "leads" USING btree ("organization_id","name_key","id","stage","urgency","source","assignee_id");--> statement-breakpoint
CREATE INDEX "leads_by_urgency" ON "leads" USING btree ("organization_id","urgency_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"stage","source","assignee_id");--> statement-breakpoint
CREATE INDEX "leads_by_stage" ON "leads" USING btree ("organization_id","stage","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_by_change" ON "leads" USING btree ("organization_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "leads_call" ON "leads" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "organizations_retention" ON "organizations" USING btree ("retention_due_at");--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "organization_exports" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "appointments" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "calendar_feeds" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "calls" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "events" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "authorizations" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "connections" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "api_keys" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "idempotent_requests" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "lead_notes" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "leads" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
CREATE POLICY "own_organization_only" ON "organization_settings" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));