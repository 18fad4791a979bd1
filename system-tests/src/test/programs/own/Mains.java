package own;

/** Mains that are found, are not there, and fail early. */
public class Mains {
    public static class Heir extends Hello {}

    public static class Instance {
        void main() {}
    }

    public static class Missing {
        public static int main(String[] args) {
            return args.length;
        }
    }

    public static class Initialiser {
        static final int NUMBER = Integer.parseInt("no number");

        public static void main(String[] args) {}
    }
}
