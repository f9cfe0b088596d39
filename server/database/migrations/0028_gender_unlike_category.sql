ALTER TABLE "results" DROP CONSTRAINT "results_problems_check";
--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_problems_check" CHECK ("problems" <@ array['no_time', 'time_without_finish', 'splits_impossible', 'double_registration', 'double_chip', 'double_name', 'category_differs', 'gender_differs', 'gender_unlike_category', 'place_differs']::text[]);
