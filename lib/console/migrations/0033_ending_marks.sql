CREATE TABLE "ending_marks" (
	"connection" text NOT NULL,
	"subject" text NOT NULL,
	"owner_id" text,
	"renewal" text,
	"sent_on" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ending_marks_connection_subject_pk" PRIMARY KEY("connection","subject")
);
--> statement-breakpoint
ALTER TABLE "ending_marks" ADD CONSTRAINT "ending_marks_owner_id_account_holders_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;