CREATE TABLE "pre_encounter_captures" (
	"connection_id" text NOT NULL,
	"charge_capture_id" text NOT NULL,
	"source" text NOT NULL,
	"patient_id" text,
	"appointment_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"noted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pre_encounter_captures_connection_id_charge_capture_id_pk" PRIMARY KEY("connection_id","charge_capture_id")
);
